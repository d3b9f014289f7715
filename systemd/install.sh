#!/bin/sh
# Install pi_board on a Raspberry Pi (Raspberry Pi OS Lite 64-bit), or take it off again.
#
#   sudo systemd/install.sh             install, upgrade or repair; games and configuration are kept
#   sudo systemd/install.sh uninstall   take everything off but games and configuration
#
# With DESTDIR only files are put there, as a package builder wants it: no packages, no user, no
# virtual environment (its paths are absolute, so it is made on the Pi itself).
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
root=${DESTDIR:-}
python=${PYTHON:-python3}
opt=/opt/pi-board
units="pi-board@.service pi-board-poweroff@.path pi-board-poweroff.service"

# what must fit the system comes from it
system_packages="python3-venv python3-picamera2 python3-pygame python3-opencv python3-numpy \
python3-lgpio python3-gpiozero python3-pil gcc python3-dev"
# what is pure Python comes from the lock, with its hashes
locked="click rich markdown-it-py mdurl pygments platformdirs pygame-menu pyperclip \
typing-extensions munkres sgfmill tomlkit colorzero fpdf2 defusedxml fonttools"

say() { echo "pi-board: $*"; }

put() {  # put SOURCE TARGET
    install -D -m 0644 "$here/$1" "$root$2"
}

each_file() {  # call "$1 SOURCE TARGET" for every file of the installation
    for unit in $units; do
        "$1" "systemd/$unit" "/etc/systemd/system/$unit"
    done
    "$1" systemd/pi-board.sysusers /etc/sysusers.d/pi-board.conf
    "$1" systemd/pi-board.tmpfiles /etc/tmpfiles.d/pi-board.conf
    "$1" systemd/60-pi-board.rules /etc/udev/rules.d/60-pi-board.rules
    "$1" systemd/journald-pi-board.conf /etc/systemd/journald.conf.d/pi-board.conf
    "$1" systemd/modules-pi-board.conf /etc/modules-load.d/pi-board.conf
    "$1" systemd/pi-board.desktop $opt/share/pi-board.desktop
    "$1" hardware.md $opt/share/hardware.md
}

take() {  # take SOURCE TARGET
    rm -f "$root$2"
}

configure() {  # the commented defaults, unless there is a configuration already
    config=$root/etc/pi-board/config.toml
    if [ -e "$config" ]; then
        say "$config is kept"
        return
    fi
    install -d -m 0755 "$root/etc/pi-board"
    "$@" config show --default > "$config.new"
    mv "$config.new" "$config"
}

environment() {
    say "packages of the system"
    apt-get install --yes --no-install-recommends $system_packages
    say "virtual environment in $opt/venv"
    [ -x $opt/venv/bin/python ] || $python -m venv --system-site-packages $opt/venv
    wanted=$(mktemp)
    for name in $locked; do
        awk -v name="$name" '/^[a-z0-9]/ { keep = index($0, name "==") == 1 } keep' \
            "$here/requirements.lock" >> "$wanted"
    done
    $opt/venv/bin/pip install --quiet --no-deps --require-hashes -r "$wanted"
    rm "$wanted"
    $opt/venv/bin/pip install --quiet --no-deps --force-reinstall "$here"
}

install_all() {
    [ -n "$root" ] || environment
    each_file put
    if [ -n "$root" ]; then
        configure env PI_BOARD_CONFIG=/nonexistent PYTHONPATH="$here" "$python" -m pi_board
        return
    fi
    configure env PI_BOARD_CONFIG=/nonexistent $opt/venv/bin/pi-board
    systemd-sysusers /etc/sysusers.d/pi-board.conf
    systemd-tmpfiles --create /etc/tmpfiles.d/pi-board.conf
    systemctl daemon-reload
    udevadm control --reload && udevadm trigger || say "udev: the rules count after a restart"
    systemctl try-restart 'pi-board@*.service'
    say "done; next: $opt/venv/bin/pi-board doctor, then systemctl enable --now pi-board@loa"
}

uninstall_all() {
    if [ -z "$root" ]; then
        for game in loa linja connexoh; do
            systemctl disable --now "pi-board@$game.service" 2> /dev/null || true
        done
    fi
    each_file take
    rm -rf "$root$opt"
    [ -n "$root" ] || systemctl daemon-reload
    say "games stay in /var/lib/pi-board, the configuration in /etc/pi-board"
}

case ${1:-install} in
    install) install_all ;;
    uninstall) uninstall_all ;;
    *) say "$1? expected install or uninstall" >&2; exit 1 ;;
esac
