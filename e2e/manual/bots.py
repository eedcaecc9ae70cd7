"""The example bots: run by zulip-run-bot with its event loop, and by zulip-botserver behind outgoing webhooks."""

import contextlib
import re
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import stage

stage.within("zulip", "zulip_bots", "zulip_botserver")

#: Questions for each bot, and its replies. None of them needs the internet.
CONVERSATIONS: dict[str, list[tuple[str, str]]] = {
    "helloworld": [("hi", "beep boop")],
    "help": [("help", "Info on Zulip can be found here:")],
    "converter": [("2 m cm", "2 m = 200.0 cm"), ("12.0 celsius fahrenheit", "12.0 celsius = 53.600054 fahrenheit")],
    "encrypt": [("Please encrypt this", "Encrypted/Decrypted text: Cyrnfr rapelcg guvf")],
    "virtual_fs": [("mkdir home", "directory created"), ("cd home", "Current path: /home/"), ("write plan fly", "file written"),
                   ("read plan", "fly"), ("ls", "/home/*plan*")],
    "tictactoe": [("help", "Tic Tac Toe Bot Help")],
}


def run(house: stage.House, transcript: stage.Transcript) -> None:
    step = transcript.step
    for person in (house.ada, house.ben):
        person.call("POST", "users/me/subscriptions", subscriptions=[{"name": "launch"}, {"name": "followup"}])

    def answer_of(bot: stage.Person, after: int, narrow: list[Any]) -> Callable[[], Any]:
        def found() -> Any:
            asked = {"anchor": str(after), "num_before": 0, "num_after": 50, "apply_markdown": False, "narrow": narrow}
            return [m for m in house.ada.call("GET", "messages", **asked)["messages"] if m["sender_id"] == bot.id]

        return found

    def asks(bot: stage.Person, question: str, answer: str, where: str) -> Any:
        if where == "direct":
            sent = house.ada.call("POST", "messages", type="direct", to=[bot.id], content=question)["id"]
            narrow: list[Any] = [{"operator": "dm", "operand": [bot.id]}]
        else:
            content = f"@**{bot.name}** {question}"
            sent = house.ada.call("POST", "messages", type="channel", to="launch", topic="bots", content=content)["id"]
            narrow = [{"operator": "channel", "operand": "launch"}]
        found = answer_of(bot, sent, narrow)
        said = lambda: "\n".join(message["content"] for message in found())  # noqa: E731
        step(f"{bot.name}, {where}: {question}", lambda: stage.until(answer, lambda: answer in said() and said()))
        return sent

    for name, conversation in CONVERSATIONS.items():
        bot = house.bot(house.ada, name)
        # Lets the event loop receive mentions in the channel.
        house.ada.call("POST", "users/me/subscriptions", subscriptions=[{"name": "launch"}], principals=[bot.id])
        with runs(house, name, bot):
            for question, answer in conversation:
                sent = asks(bot, question, answer, "direct")
            question, answer = conversation[0]
            sent = asks(bot, question, answer, "channel")
            if name == "helloworld":
                reactions = lambda: house.ada.call("GET", f"messages/{sent}")["message"]["reactions"]  # noqa: E731
                step("helloworld waves", lambda: stage.until("wave", reactions)[0]["emoji_name"], lambda it: it == "wave")

    counter = house.bot(house.ada, "incrementor")
    with runs(house, "incrementor", counter):
        first = asks(counter, "count", "1", "direct")
        for number in ("2", "3"):
            house.ada.call("POST", "messages", type="direct", to=[counter.id], content="count")
            found = answer_of(counter, first, [{"operator": "dm", "operand": [counter.id]}])
            step(f"incrementor edits its message: {number}", lambda number=number: stage.until(number, lambda: found()[0]["content"] == number and number))
        storage = lambda: counter.call("GET", "bot_storage")["storage"]  # noqa: E731
        step("incrementor's storage", lambda: stage.until("it", lambda: storage()["number"] == "3" and storage()))

    settings = house.directory / "followup.conf"
    settings.write_text("[followup]\nstream = followup\n")
    follower = house.bot(house.ada, "followup")
    with runs(house, "followup", follower, "--bot-config-file", str(settings)):
        sent = house.ada.call("POST", "messages", type="direct", to=[follower.id], content="buy fuel")["id"]
        found = answer_of(follower, sent, [{"operator": "channel", "operand": "followup"}])
        step("followup writes into its channel", lambda: stage.until("it", found)[0]["content"], lambda it: "buy fuel" in it)

    logbook = house.directory / "logbook.txt"
    logbook.write_text("Day 1")
    uploader = house.bot(house.ada, "file_uploader")
    with runs(house, "file_uploader", uploader):
        asks(uploader, str(logbook), "[logbook.txt](/user_uploads/", "direct")

    behind_webhooks(house, step, asks)


def behind_webhooks(house: stage.House, step: Callable[..., Any], asks: Callable[..., Any]) -> None:
    port = stage.free_port()
    names = ["helloworld", "converter", "encrypt"]
    bots = {name: house.bot(house.ada, f"{name} server", bot_type=3, payload_url=f"http://127.0.0.1:{port}/") for name in names}
    state = house.ada.call("POST", "register", fetch_event_types=["realm_bot"], event_types=[])
    tokens = {bot["user_id"]: bot["services"][0]["token"] for bot in state["realm_bots"] if bot["services"]}
    settings = house.directory / "botserverrc"
    sections = [f"[{name}]\nemail={bot.email}\nkey={bot.key}\nsite={house.url}\ntoken={tokens[bot.id]}\n" for name, bot in bots.items()]
    settings.write_text("\n".join(sections))
    log = house.directory / "botserver.log"
    with stage.running([stage.program("zulip-botserver"), "--config-file", str(settings), "--port", str(port)], log):
        stage.until("the bot server is ready", lambda: "Running on" in log.read_text())
        for name, bot in bots.items():
            for where in ("direct", "channel"):
                asks(bot, *CONVERSATIONS[name][0], where)
        calls = lambda: re.findall(r'"POST / HTTP/1.1" \d+', log.read_text())  # noqa: E731
        step("zulip-botserver was called", calls, lambda it: len(it) == 6 and all(call.endswith("200") for call in it))


@contextlib.contextmanager
def runs(house: stage.House, name: str, bot: stage.Person, *more: str) -> Any:
    log = house.directory / f"{name}.log"
    command = [stage.program("zulip-run-bot"), name, "--config-file", bot.credentials_file, *more]
    with stage.running(command, log):
        stage.until(f"{name} listens", lambda: "starting message handling" in log.read_text())
        # It logs this before its queue is registered.
        time.sleep(1.5)
        yield
        if "Traceback" in log.read_text() or "ERROR" in log.read_text():
            print(log.read_text())


if __name__ == "__main__":
    with stage.house() as house:
        transcript = stage.Transcript()
        print(", ".join(f"{package} {version(package)}" for package in ("zulip_bots", "zulip_botserver")))
        run(house, transcript)
    transcript.ends()
