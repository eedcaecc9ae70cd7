"""The example scripts that come with the Python library, and its commands zulip-send and zulip-api."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import stage

stage.within("zulip")

import zulip  # noqa: E402

EXAMPLES = Path(zulip.__file__).parent / "examples"


def run(house: stage.House, transcript: stage.Transcript) -> None:
    step = transcript.step
    home = house.directory / "home"
    home.mkdir()
    (home / "zuliprc").write_text(Path(house.ada.credentials_file).read_text())
    environment = {**os.environ, "HOME": str(home)}

    def prints(*command: str, person: stage.Person = house.ada) -> str:
        if Path(command[0]).parent == EXAMPLES:
            command = (sys.executable, *command, "--config-file", person.credentials_file)
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=home, check=False)
        return f"{done.stdout}{done.stderr}"

    def script(name: str, *args: str, says: str = "'result': 'success'", person: stage.Person = house.ada) -> None:
        line = " ".join([name, *args]).replace(str(home), "~")
        step(line, lambda: prints(str(EXAMPLES / name), *args, person=person), lambda it: says in it)

    def sends(content: str) -> int:
        return house.ada.call("POST", "messages", type="channel", to="Denmark", topic="castle", content=content)["id"]

    script("subscribe", "--streams=Denmark")
    script("subscribe", "--streams=Denmark", person=house.olivia)
    denmark = house.ada.call("GET", "get_stream_id", stream="Denmark")["stream_id"]
    first = sends("Something is rotten")
    script("get-public-streams", says="'name': 'Denmark'")
    script("get-subscriptions", says="'name': 'Denmark'")
    script("list-users", says=f"Ben {house.ben.shown_as}")
    script("create-user", "--new-email=jarthur@example.com", "--new-password=random 17 letters", "--new-full-name=J. Arthur Random",
           "--new-short-name=jarthur", person=house.olivia)
    script("send-message", "--type=stream", "Denmark", "--subject=castle", "--message=by a script")
    script("send-message", house.ben.shown_as, house.olivia.shown_as)
    script("edit-message", f"--message-id={first}", "--subject=keep")
    script("edit-message", f"--message-id={first}", "--content=Something was rotten")
    script("message-history", str(first), says="Something was rotten")
    script("get-raw-message", str(first), says="'raw_content': 'Something was rotten'")
    script("get-messages", "--use-first-unread-anchor", "--num-before=5", "--num-after=3", '--narrow=[["stream", "Denmark"]]',
           says="Something was rotten")
    script("get-messages", f"--anchor={first}", "--num-before=0", "--num-after=0", "--apply-markdown",
           '--narrow=[{"operator": "stream", "operand": "Denmark"}]', says="<p>Something was rotten</p>")
    script("get-history", "--stream", "Denmark", "--topic", "keep", says="Writing 2 messages")
    script("get-stream-topics", f"--stream-id={denmark}", says="'name': 'keep'")
    script("update-message-flags", "add", "starred", str(first), says=f"'messages': [{first}]")
    script("mute-topic", "mute", "Denmark", "castle")
    script("mute-topic", "unmute", "Denmark", "castle")
    script("alert-words", "add", "foo", "bar", says="'foo'")
    script("alert-words", "get", says="'bar'")
    script("alert-words", "remove", "foo", "bar", says="'alert_words': []")
    script("realm-emoji")
    house.ada.call("POST", "users/me/presence", status="active")
    script("get-user-presence", f"--email={house.ada.shown_as}", says="'aggregated'")
    (home / "cat.txt").write_text("meow")
    script("upload-file", f"--file-path={home / 'cat.txt'}", says="File URI: /user_uploads/")

    def listens(name: str, act: Any, says: str, person: stage.Person) -> None:
        log = house.directory / f"{name}.log"
        command = [sys.executable, "-u", str(EXAMPLES / name), "--config-file", person.credentials_file]

        def heard() -> str:
            act()
            return log.read_text()

        with stage.running(command, log, env=environment):
            step(name, lambda: stage.until(name, lambda: says in heard() and log.read_text()), lambda it: says in it)

    listens("print-messages", lambda: sends("for the listener"), "'content': 'for the listener'", house.ada)
    listens("print-events", lambda: sends("for the narrow"), "'content': 'for the narrow'", house.ada)

    # The script puts the strings of an edit in quotes, as servers once required: the quotes stay.
    script("edit-stream", f"--stream-id={denmark}", "--description=A country", "--new-name=Dania",
           "--history-public-to-subscribers", person=house.olivia)
    script("delete-message", str(first), person=house.olivia)
    script("unsubscribe", '--streams="Dania"', says="'removed': ['\"Dania\"']")
    script("delete-stream", str(denmark), person=house.olivia)

    sender = ["--config-file", house.ada.credentials_file]
    send = stage.program("zulip-send")
    house.ada.call("POST", "users/me/subscriptions", subscriptions=[{"name": "Verona"}])
    step("zulip-send -s Verona -S castle -m …", lambda: prints(send, *sender, "-s", "Verona", "-S", "castle", "-m", "sent"),
         lambda it: "INFO" in it or not it)
    step("zulip-send ben", lambda: prints(send, *sender, house.ben.shown_as, "-m", "psst"), lambda it: "Error" not in it and "invalid" not in it.lower())
    step("  has arrived", lambda: newest(house.ben)["content"], lambda it: it == "<p>psst</p>")
    step("zulip-send to nobody", lambda: prints(send, *sender, "nobody@example.com", "-m", "psst"), lambda it: "nobody@example.com" in it)
    api = stage.program("zulip-api")
    step("zulip-api send-message", lambda: prints(api, "send-message", "-s", "Verona", "-S", "castle", "-m", "typed"), lambda it: "'success'" in it)
    last = newest(house.ada)["id"]
    for command in (["get-message-history", str(last)], ["update-message", str(last), "-m", "typed again"], ["add-reaction", str(last), "octopus"],
                    ["remove-reaction", str(last), "octopus"], ["mark-all-as-read"], ["get-subscriptions"], ["delete-message", str(last)]):
        step(f"zulip-api {' '.join(command)}", lambda command=command: prints(api, *command), lambda it: "'success'" in it)


def newest(person: stage.Person) -> dict[str, Any]:
    return person.call("GET", "messages", anchor="newest", num_before=1, num_after=0)["messages"][-1]


if __name__ == "__main__":
    with stage.house() as house:
        transcript = stage.Transcript()
        print(f"zulip {zulip.__version__}, its examples")
        run(house, transcript)
    transcript.ends()
