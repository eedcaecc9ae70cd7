import assert from "node:assert/strict";
import { auditOf } from "../../../../test/audit.ts";
import { org, type Person, test } from "../../../../test/index.ts";
import { createBot, deactivateBot } from "../../../people/bots/contract.ts";
import { register } from "../../../registration/contract.ts";
import { useReceiver, webhookBot } from "../testing.ts";
import * as contract from "./contract.ts";

const receiver = await useReceiver();
const { createBotCommand, updateBotCommand, deleteBotCommand, getBotCommands } = contract;

async function teamWithBot(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await webhookBot(acme, ada, receiver.endpoint().url);
  return { acme, ada, ben, bot };
}

const names = async (person: Person) => (await person.call(getBotCommands, {})).bot_commands.map(({ name }) => name);

test("a bot's owner declares a command, which everyone sees at once, and changes and deletes it", async (t) => {
  const { acme, ada, ben, bot } = await teamWithBot(t);
  const guest = await acme.guest("Gil");
  const bot_id = bot.id;
  const environment = { name: "environment", required: true, choices: ["staging", "production"] };
  const entries = await auditOf(acme, async () => {
    const heard = await guest.eventsDuring(() =>
      ada.call(createBotCommand, { bot_id, name: "deploy", description: "Deploys the shop", arguments: [environment] }),
    );
    const [command] = (await ben.call(getBotCommands, {})).bot_commands;
    assert.deepEqual(heard, [{ type: "bot_commands", op: "add", command }]);
    const { id: command_id = 0, ...rest } = command ?? assert.fail();
    assert.deepEqual(rest, {
      bot_id,
      name: "deploy",
      description: "Deploys the shop",
      hint: "",
      arguments: [{ ...environment, description: "" }],
    });
    const changed = await ben.eventsDuring(() =>
      ada.call(updateBotCommand, { bot_id, command_id, hint: "where to", name: "ship" }),
    );
    assert.deepEqual(changed, [
      { type: "bot_commands", op: "update", command: { ...command, name: "ship", hint: "where to" } },
    ]);
    const gone = await ben.eventsDuring(() => ada.call(deleteBotCommand, { bot_id, command_id }));
    assert.deepEqual(gone, [{ type: "bot_commands", op: "remove", command_id }]);
  });
  assert.deepEqual(
    entries.map(({ action, user_id, details }) => [action, user_id, details]),
    Array.from({ length: 3 }, () => ["bot_setting_changed", bot_id, { setting: "commands" }]),
  );
  assert.deepEqual(await names(ada), []);
});

test("the bot itself and administrators manage its commands; others, and other bots, do not", async (t) => {
  const { acme, ada, ben, bot } = await teamWithBot(t);
  const bot_id = bot.id;
  const { command_id } = await bot.call(createBotCommand, { bot_id, name: "own" });
  await acme.owner.call(updateBotCommand, { bot_id, command_id, hint: "by the owner" });
  const other = await webhookBot(acme, acme.owner, receiver.endpoint().url, { name: "Other" });
  const guest = await acme.guest("Gil");
  const refused: [Person, string][] = [
    [ben, "Insufficient permission"],
    [other, "This endpoint does not accept bot requests."],
    [guest, "Not allowed for guest users"],
  ];
  for (const [person, message] of refused) {
    await assert.rejects(person.call(createBotCommand, { bot_id, name: "theirs" }), { message });
    await assert.rejects(person.call(updateBotCommand, { bot_id, command_id, hint: "x" }), { message });
    await assert.rejects(person.call(deleteBotCommand, { bot_id, command_id }), { message });
  }
  // A command is managed with its own bot only.
  const wrong = { bot_id: other.id, command_id };
  await assert.rejects(acme.owner.call(deleteBotCommand, wrong), { message: "There is no such command." });
  await assert.rejects(ada.call(createBotCommand, { bot_id: ben.id, name: "ben" }), { message: "No such bot" });
  assert.deepEqual(await names(guest), ["own"]);
  const { bot_commands } = await ada.call(register, { fetch_event_types: ["bot_commands"] });
  assert.equal(bot_commands, undefined, "released clients are told nothing");
});

test("names are short, plain and used once, and arguments can be told apart", async (t) => {
  const { ada, bot } = await teamWithBot(t);
  const bot_id = bot.id;
  const declare = (command: { name: string; arguments?: contract.SentArgument[] }) =>
    ada.call(createBotCommand, { bot_id, ...command });
  await declare({ name: "deploy-2_x" });
  for (const name of ["", "Deploy", "de ploy", "-x", "/x", "größer", "x".repeat(31)])
    await assert.rejects(declare({ name }), { code: "BAD_REQUEST" }, name);
  for (const name of contract.BUILT_IN_COMMANDS)
    await assert.rejects(declare({ name }), { message: "This name belongs to a built-in command." });
  const taken = { message: "There is already a command with this name." };
  await assert.rejects(declare({ name: "deploy-2_x" }), taken);
  const { command_id } = await declare({ name: "other" });
  await assert.rejects(ada.call(updateBotCommand, { bot_id, command_id, name: "deploy-2_x" }), taken);
  await ada.call(updateBotCommand, { bot_id, command_id, name: "other" });
  const wrong: [contract.SentArgument[], string][] = [
    [[{ name: "a" }, { name: "a" }], "Give each argument another name."],
    [[{ name: "a" }, { name: "b", required: true }], "Put required arguments before optional ones."],
    [[{ name: "a", choices: ["x y"] }, { name: "b" }], "Only the choices of the last argument can have spaces."],
  ];
  for (const [declared, message] of wrong)
    await assert.rejects(declare({ name: "wrong", arguments: declared }), { message });
  const many = Array.from({ length: contract.MAX_COMMAND_ARGUMENTS + 1 }, (_, n) => ({ name: `a${n}` }));
  await assert.rejects(declare({ name: "wrong", arguments: many }), { code: "BAD_REQUEST" });
  await declare({ name: "spaces", arguments: [{ name: "a", choices: ["x y", "z"] }] });
  const { user_id: robin } = await ada.call(createBot, { full_name: "Robin", short_name: "robin" });
  const message = "Only an outgoing webhook bot can have commands.";
  await assert.rejects(ada.call(createBotCommand, { bot_id: robin, name: "robin" }), { message });
});

test("the commands of a deactivated bot keep their names and cannot be called", async (t) => {
  const { ada, ben, bot } = await teamWithBot(t);
  await ada.call(createBotCommand, { bot_id: bot.id, name: "deploy" });
  await ada.call(deactivateBot, { bot_id: bot.id });
  const call = { command_name: "deploy", user_ids: [ada.id] };
  await assert.rejects(ben.call(contract.callBotCommand, call), { message: "The bot of this command is deactivated." });
  assert.deepEqual(await names(ben), ["deploy"]);
});
