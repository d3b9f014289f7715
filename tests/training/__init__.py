"""How the trained models of the package are made. Needs PyTorch and pictures with truth."""
