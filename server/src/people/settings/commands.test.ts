import assert from "node:assert/strict";
import { ask } from "../../../test/ask.ts";
import { org, type Person, test } from "../../../test/index.ts";
import { registration } from "../../contract.ts";

const runs = async (person: Person, command: string) => (await person.asks("POST", "/zcommand", { command })).msg;

test("a command changes the setting, says so, and tells only the user's own clients", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const settings = async () => {
    const state = await ada.call(registration.register, { fetch_event_types: ["user_settings"] });
    return [state.user_settings?.color_scheme, state.user_settings?.fluid_layout_width];
  };
  await ben.watches();
  const event = { type: "user_settings", op: "update" };
  const steps: [string, string, object[], unknown[]][] = [
    ["/ping", "", [], [1, false]],
    [
      "/dark",
      "Changed to dark theme! To revert dark theme, type `/light`.",
      [{ ...event, property: "color_scheme", value: 2 }],
      [2, false],
    ],
    ["/dark", "You are still in dark theme.", [], [2, false]],
    [
      "/light",
      "Changed to light theme! To revert light theme, type `/dark`.",
      [{ ...event, property: "color_scheme", value: 3 }],
      [3, false],
    ],
    ["/light", "You are still in light theme.", [], [3, false]],
    ["/fixed-width", "You are still in fixed width mode.", [], [3, false]],
    [
      "/fluid-width",
      "Changed to fluid-width mode! To revert fluid-width mode, type `/fixed-width`.",
      [{ ...event, property: "fluid_layout_width", value: true }],
      [3, true],
    ],
    ["/fluid-width", "You are still in fluid width mode.", [], [3, true]],
    [
      "/fixed-width",
      "Changed to fixed-width mode! To revert fixed-width mode, type `/fluid-width`.",
      [{ ...event, property: "fluid_layout_width", value: false }],
      [3, false],
    ],
  ];
  for (const [command, msg, events, after] of steps) {
    const heard = await ada.eventsDuring(async () => {
      const answer = await ada.asks("POST", "/zcommand", { command });
      assert.deepEqual([answer.result, answer.msg], ["success", msg], command);
    });
    assert.deepEqual(heard, events, command);
    assert.deepEqual(await settings(), after, command);
  }
  assert.deepEqual(await ben.catchesUp(), []);
});

test("anything else is no command", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const heard = await ada.eventsDuring(async () => {
    assert.equal(await runs(ada, "ping"), "There should be a leading slash in the zcommand.");
    assert.equal(await runs(ada, ""), "There should be a leading slash in the zcommand.");
    assert.equal(await runs(ada, "/jump"), "No such command: jump");
    assert.equal(await runs(ada, "/dark now"), "No such command: dark now");
    assert.equal(await runs(ada, "/constructor"), "No such command: constructor");
    assert.equal((await ada.asks("POST", "/zcommand")).msg, "Missing 'command' argument");
  });
  assert.deepEqual(heard, []);
});

test("guests and bots have commands too, incoming webhooks and visitors have none", async (t) => {
  const acme = await org(t);
  const [ada, gus] = [await acme.member("Ada"), await acme.guest("Gus")];
  await ada.watches();
  for (const person of [gus, await acme.bot("Helper", ada)]) {
    assert.equal(await runs(person, "/ping"), "");
    assert.match(await runs(person, "/dark"), /^Changed to dark theme!/);
  }
  const hook = await acme.bot("Hook", ada, 2);
  assert.equal(await runs(hook, "/ping"), "This API is not available to incoming webhook bots.");
  const { status } = await ask(acme.server, "POST /zcommand", { host: acme.realm.host, form: { command: "/ping" } });
  assert.equal(status, 401);
  const heard = await ada.catchesUp();
  assert.ok(heard.every((event) => event.type !== "user_settings"));
});
