import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentAt, type CommandsAndUsers, calledCommandIn, findBotCommands, usageOf } from "./bot-commands.ts";

const argument = (name: string, choices: string[] = [], required = false) => ({
  name,
  description: "",
  required,
  choices,
});
const command = (id: number, name: string, bot_id: number, declared = [argument("what")]) => ({
  ...{ id, bot_id, name, description: "", hint: "" },
  arguments: declared,
});
const deploy = command(1, "deploy", 7, [argument("environment", ["staging", "production"], true), argument("version")]);
const gone = command(2, "depart", 8);
const state = {
  commands: { commands: new Map([deploy, gone].map((each) => [each.id, each])), answers: new Map() },
  users: {
    users: new Map([
      [7, { is_active: true }],
      [8, { is_active: false }],
    ]),
  },
} as unknown as CommandsAndUsers;

test("commands are found by their beginning, unless their bot is deactivated", () => {
  assert.deepEqual(findBotCommands("dep", state), [deploy]);
  assert.deepEqual(findBotCommands("ploy", state), []);
});

test("a text that begins with a declared command calls it", () => {
  assert.deepEqual(calledCommandIn("/deploy", state), { command: deploy, written: "" });
  assert.deepEqual(calledCommandIn(" /Deploy staging\nnow ", state), { command: deploy, written: "staging\nnow" });
  for (const text of ["/deploys", "deploy", "see /deploy", "/depart", "/me deploys", "/"])
    assert.equal(calledCommandIn(text, state), undefined, text);
});

test("the hint is the bot's own, or follows from the arguments", () => {
  assert.equal(usageOf(deploy), "<environment> [version]");
  assert.equal(usageOf({ ...deploy, hint: "where to" }), "where to");
});

test("choices are offered for the argument at the caret", () => {
  const at = (text: string) => argumentAt(text, text.length, state);
  assert.deepEqual(at("/deploy "), { kind: "argument", choices: ["staging", "production"], start: 8, query: "" });
  assert.deepEqual(at("/deploy  pro"), { kind: "argument", choices: ["production"], start: 9, query: "pro" });
  for (const text of ["/deploy", "/deploy moon", "/deploy staging", "/deploy staging v", "/other x", "a /deploy "])
    assert.equal(at(text), undefined, text);
});
