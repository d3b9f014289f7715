"""Reading a scene in a test."""


def marks(scene, role):
    """The sites marked with `role`, sorted."""
    return sorted(m.site for m in scene.board.marks if m.role is role)


def said(scene):
    """The message as text."""
    return " ".join([str(scene.notice.title), *map(str, scene.notice.sentences)])


def commands(scene):
    """What the buttons send."""
    return [button.command for button in scene.buttons]
