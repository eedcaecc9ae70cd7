"""The terminal client, in tmux: signs in, reads, narrows, sends, edits, reacts, stars, marks as read and receives events.

The latest release asks for a Python older than 3.11, but also runs on 3.11.
"""

import os
import re
import subprocess
import time
from importlib.metadata import version

import stage

stage.within("zulip-term==0.7.0", options=("--ignore-requires-python",))

WIDTH, HEIGHT = 118, 34


class Screen:
    """zulip-term in a terminal of its own."""

    def __init__(self, house: stage.House) -> None:
        self.socket = f"parley-manual-{os.getpid()}"
        # Its threads race at startup and log errors there.
        self.errors = house.directory / "terminal.err"
        credentials = house.directory / "terminal.zuliprc"
        command = f"cd {house.directory} && {stage.program('zulip-term')} -c {credentials} 2>{self.errors}; echo ended with $?; sleep 600"
        environment = {**os.environ, "PYTHONWARNINGS": "ignore", "TERM": "screen-256color", "LANG": "C.UTF-8"}
        self.tmux("new-session", "-d", "-s", "t", "-x", str(WIDTH), "-y", str(HEIGHT), command, env=environment)

    def tmux(self, *command: str, env: dict[str, str] | None = None) -> str:
        return subprocess.run(["tmux", "-L", self.socket, *command], capture_output=True, text=True, check=True, env=env).stdout

    def press(self, *keys: str) -> None:
        for key in keys:
            self.tmux("send-keys", "-t", "t", key)
            time.sleep(0.35)

    def text(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "t")

    def shows(self, pattern: str) -> bool:
        return re.search(pattern, self.text()) is not None

    def ends(self) -> None:
        self.tmux("kill-server")


def run(house: stage.House, screen: Screen, transcript: stage.Transcript) -> None:
    ada, ben = house.ada, house.ben

    def sees(what: str, pattern: str, *, show: bool = False) -> None:
        """Waits until the screen shows it; adds the whole screen to the transcript where that is useful."""
        transcript.step(what, lambda: stage.until(pattern, lambda: screen.shows(pattern), 20) and "on the screen")
        if show or not screen.shows(pattern):
            print("\n".join(f"    {line}".rstrip() for line in screen.text().rstrip().splitlines()))

    def says(topic: str, content: str) -> int:
        return ben.call("POST", "messages", type="channel", to="launch", topic=topic, content=content)["id"]

    def writes(content: str, *others: stage.Person) -> int:
        return ben.call("POST", "messages", type="direct", to=[ada.id, *(other.id for other in others)], content=content)["id"]

    for person in (ada, ben):
        person.call("POST", "users/me/subscriptions", subscriptions=[{"name": "launch", "description": "To the **moon**"}])
    says("tides", "**We** are live :tada:")
    says("tides", f"@**{ada.name}** look\n\n```js\nlet a = 1;\n```\n\n> a quote\n\n1. one\n2. two")
    ben.call("POST", "messages", type="channel", to="general", topic="", content="without a topic")
    writes("psst")
    time.sleep(1.1)
    writes("you two", house.olivia)

    screen.press(house.url, "Enter", "ada@example.com", "Enter", stage.PASSWORD, "Enter")
    sees("logs in with the password and shows all messages", r"All messages +\[a\] +9", show=True)
    screen.press("P")
    sees("narrows to direct messages", "All private messages")
    screen.press("f")
    sees("narrows to starred messages", "Starred messages  Search")
    screen.press("#")
    sees("narrows to mentions", "Mentions  Search")
    screen.press("s")
    sees("narrows to a channel", r"launch  Search \[/\]")
    screen.press("S")
    sees("narrows to a topic", "launch: topic narrow")
    screen.press("P", "G", "s")
    sees("narrows to a group conversation", "Group private conversation")
    screen.press("a", "/", "live", "Enter")
    sees("searches", r"Search \[/\]:  live")
    sees("  and finds it", "We are live")
    screen.press("Escape", "P", "a", "#", "S", "G")
    sees("what was looked at is read", r"# launch +│")

    screen.press("r", "hello from the terminal", "C-d")
    sees("sends to a channel and sees it come back", "▒ hello from the terminal", show=True)
    screen.press("Escape", "G", "e", " and again", "C-d")
    sees("edits it", "EDITED ▒ hello from the terminal and again")
    screen.press("+")
    sees("reacts", ":thumbs_up: You")
    screen.press("*")
    sees("stars", r"Starred messages \[f\] +2")
    screen.press(":", "chee")
    time.sleep(1)
    screen.press("Enter", "Enter", ":")
    sees("reacts from the list of emoji, by a name of its own", ":cheese: You", show=True)
    screen.press("i", "e")
    sees("shows the edit history", "Content edited by Ada")
    screen.press("Escape", "r")
    sees("shows the Markdown", "Full raw message")
    screen.press("Escape", "Escape", ">")
    sees("quotes", r"\[said\]")
    screen.press("C-l", "Escape", "x", "Ben", "C-f", "Tab", "a direct message", "C-d", "Escape")
    sent = lambda: ben.call("GET", "messages", anchor="newest", num_before=1, num_after=0)["messages"][-1]["content"]  # noqa: E731
    transcript.step("sends to a person", lambda: stage.until("it", lambda: sent() == "<p>a direct message</p>" and sent()))

    screen.press("#", "S", "G")
    live = says("tides", "live from Ben")
    sees("live: a message", "▒ live from Ben")
    ben.call("POST", f"messages/{live}/reactions", emoji_name="tada")
    sees("live: a reaction", ":tada: Ben")
    ben.call("PATCH", f"messages/{live}", content="live from Ben, edited")
    sees("live: an edit", "EDITED ▒ live from Ben, edited", show=True)
    ben.call("POST", "users/me/presence", status="active", new_user_input=True)
    writes("are you there?")
    sees("live: a direct message, counted as unread", r"Private messages +\[P\] +1")
    screen.press("p")
    sees("goes to the next unread conversation", "▒ are you there")
    ben.call("POST", "typing", op="start", to=[ada.id])
    sees("live: typing", "Ben +is typing")
    ben.call("POST", "typing", op="stop", to=[ada.id])
    # It ignores the event of mark_all_as_read, which names no messages.
    ada.call("POST", "messages/flags/narrow", anchor="newest", num_before=100, num_after=0, narrow=[], op="add", flag="read")
    sees("live: read elsewhere", r"All messages +\[a\] +│")
    says("tides", "look at the tides")
    owner = house.olivia
    owner.call("POST", "users/me/subscriptions", subscriptions=[{"name": "launch"}])
    owner.call("PATCH", f"messages/{live}", topic="✔ tides", propagate_mode="change_all")
    screen.press("a", "q", "laun", "Enter", "t")
    sees("live: a resolved topic", "✔ tides")
    screen.press("t", "Escape", "q", "laun", "Enter", "i")
    sees("shows a channel and its settings", "Stream Members", show=True)
    screen.press("m")
    sees("shows its members", "Stream Members.*up/down|Ben")
    screen.press("Escape", "Escape", "Escape", "q", "sand", "Enter", "m")
    time.sleep(0.5)
    screen.press("Enter")
    sees("mutes a channel", r"# sandbox +M")
    screen.press("Escape", "w", "Ben", "Enter", "i")
    sees("shows a person", "Role +Member")
    screen.press("Escape", "Escape", "M-?")
    sees("says what it talks to", "Feature level +421")
    screen.press("Escape", "C-c")
    # It always exits with this status.
    sees("ends", "ended with 1")
    crashed = "has crashed" in screen.errors.read_text()
    transcript.step("  and has not crashed", lambda: not crashed, lambda it: it)


if __name__ == "__main__":
    with stage.house() as house:
        transcript = stage.Transcript()
        print(f"zulip-term {version('zulip-term')}, zulip {version('zulip')}")
        screen = Screen(house)
        try:
            run(house, screen, transcript)
        finally:
            screen.ends()
    transcript.ends()
