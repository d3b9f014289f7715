#!/bin/sh
# Install pi_board on a Raspberry Pi (Raspberry Pi OS Lite 64-bit), or take it off again.
#
#   sudo systemd/install.sh             install, upgrade or repair; games and configuration are kept
#   sudo systemd/install.sh uninstall   take everything off but games and configuration
#
# With DESTDIR only files are put there, as a package builder wants it: no packages, no user, no
# virtual environment (its paths are absolute, so it is made on the Pi itself).
set -eu
umask 022  # the service is another user than root

here=$(cd "$(dirname "$0")/.." && pwd)
root=${DESTDIR:-}
python=${PYTHON:-python3}
opt=/opt/pi-board
units="pi-board@.service pi-board-poweroff@.path pi-board-poweroff.service"

# what must fit the system comes from it
system_packages="python3-venv python3-pygame python3-opencv python3-numpy \
python3-gpiozero python3-colorzero python3-setuptools python3-pil gcc python3-dev"
# what a box may do without: the ribbon camera, the pins, the voice
optional_packages="python3-picamera2 python3-lgpio espeak-ng"
# what is pure Python comes from the lock, with its hashes
locked="anyascii click rich markdown-it-py mdurl pygments platformdirs pygame-menu pyperclip \
typing-extensions munkres sgfmill tomlkit fpdf2 defusedxml fonttools"

say() { echo "pi-board: $*"; }

as_root() {  # as_root WHAT: that changes the system
    [ -n "$root" ] || [ "$(id -u)" = 0 ] || { say "run it as root: sudo make $1" >&2; exit 2; }
}

put() {  # put SOURCE TARGET, as a program if it is one
    mode=0644
    [ ! -x "$here/$1" ] || mode=0755
    install -D -m $mode "$here/$1" "$root$2"
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
    "$1" systemd/pi-board-box /usr/local/bin/pi-board-box
    "$1" hardware.md $opt/share/hardware.md
    "$1" systemd/README.md $opt/share/systemd/README.md
    for drawing in "$here"/calibration/drawings/*.svg; do
        name=calibration/drawings/${drawing##*/}
        "$1" "$name" "$opt/share/$name"
    done
}

take() {  # take SOURCE TARGET
    rm -f "$root$2"
}

configure() {  # the commented defaults, unless there is a configuration already
    config=$root/etc/pi-board/config.toml
    if [ -e "$config" ] || [ -L "$config" ]; then  # a link may lead to a stick that is not there
        say "$config is kept"
        env PI_BOARD_CONFIG="$config" STATE_DIRECTORY="$root/var/lib/pi-board" "$@" config migrate \
            || say "what it said of lamps and reeds could not be moved to the boards' profiles"
        env PI_BOARD_CONFIG="$config" STATE_DIRECTORY="$root/var/lib/pi-board" "$@" config check \
            || say "mend that before the service starts"
        return
    fi
    install -d -m 0755 "$root/etc/pi-board"
    env PI_BOARD_CONFIG=/nonexistent "$@" config show --default > "$config.new"
    # written from a clone it names the program as a clone has it
    sed -i 's/pi-board \(config\|calibrate\)/pi-board-box \1/' "$config.new"
    mv "$config.new" "$config"
}

environment() {
    say "packages of the system"
    apt-get update --quiet || say "no fresh lists of packages: going on with what is known"
    apt-get install --yes --no-install-recommends $system_packages
    for package in $optional_packages; do
        apt-get install --yes --no-install-recommends "$package" \
            || say "$package is not to be had here: pi-board-box doctor says what that means"
    done
    say "virtual environment in $opt/venv"
    # one that was left half made, or belongs to the Python before an upgrade, has no pip
    $opt/venv/bin/pip --version > /dev/null 2>&1 \
        || $python -m venv --system-site-packages $opt/venv
    wanted=$(mktemp)
    for name in $locked; do
        awk -v name="$name" '/^[a-z0-9]/ { keep = index($0, name "==") == 1 } keep' \
            "$here/requirements.lock" >> "$wanted"
    done
    $opt/venv/bin/pip install --quiet --no-deps --require-hashes -r "$wanted"
    rm "$wanted"
    # Bookworm's OpenCV knows another interface for markers, and crashes at ours
    $opt/venv/bin/python -c "import cv2; cv2.aruco.ArucoDetector" 2> /dev/null \
        || $opt/venv/bin/pip install --quiet --no-deps --require-hashes \
            -r "$here/systemd/bookworm.lock"
    $opt/venv/bin/pip install --quiet --no-deps --force-reinstall "$here"
}

install_files() {  # into DESTDIR; the program itself, from this clone, says what its defaults are
    [ -n "${PYTHON:-}" ] || [ ! -x "$here/.venv/bin/python" ] || python=$here/.venv/bin/python
    PYTHONPATH="$here" "$python" -c "import pi_board.cli.config" 2> /dev/null \
        || { say "$python lacks what pi-board needs: make venv first" >&2; exit 1; }
    each_file put
    configure env PYTHONPATH="$here" "$python" -m pi_board
}

install_all() {
    as_root install
    if [ -n "$root" ]; then
        install_files
        return
    fi
    environment
    each_file put
    systemd-sysusers /etc/sysusers.d/pi-board.conf
    systemd-tmpfiles --create /etc/tmpfiles.d/pi-board.conf
    configure $opt/venv/bin/pi-board
    chown -R piboard:piboard /var/lib/pi-board  # what was just written there is root's
    systemctl daemon-reload
    udevadm control --reload && udevadm trigger || say "udev: the rules count after a restart"
    systemctl try-restart 'pi-board@*.service'
    say "done; next: pi-board-box doctor, then systemctl enable --now pi-board@loa"
}

uninstall_all() {
    as_root uninstall
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
