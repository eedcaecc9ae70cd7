import assert from "node:assert/strict";
import { listen, org, type Person, test } from "../../../test/index.ts";
import { operations } from "../../contract.ts";
import { Role, type RoleCode } from "../../kernel/access/roles.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { reactivateUser, updateUser } from "../users/contract.ts";
import { createBot, deactivateBot, updateBot } from "./contract.ts";

test("a deactivated bot stops working at once; deactivating it twice is no error", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Robin", ada);
  await ben.catchesUp();
  const heard = await ada.eventsDuring(() => ada.call(deactivateBot, { bot_id: bot.id }));
  assert.deepEqual(heard, [
    { type: "realm_user", op: "update", person: { user_id: bot.id, is_active: false } },
    { type: "realm_bot", op: "update", bot: { user_id: bot.id, is_active: false } },
  ]);
  assert.deepEqual(await ben.catchesUp(), heard.slice(0, 1));
  assert.equal((await bot.asks("GET", "/users/me")).msg, "Account is deactivated");
  assert.deepEqual(await ada.eventsDuring(() => ada.call(deactivateBot, { bot_id: bot.id })), []);
});

test("bots are deactivated with their owner, and administrators are notified of each", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const bots = [await acme.bot("Robin", ada), await acme.bot("Tui", ada)];
  const heard = await acme.owner.eventsDuring(() => acme.deactivate(ada));
  assert.deepEqual(
    heard.filter(({ type }) => type === "realm_bot").map(({ bot }) => bot),
    bots.map(({ id }) => ({ user_id: id, is_active: false })),
  );
});

test("reactivating a bot needs permission to create it, and replaces a deactivated owner", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const admin = await acme.administrator("Alma");
  const bot = await acme.bot("Robin", ada);
  await acme.deactivate(ada);
  const revive = (by: Person) => by.call(reactivateUser, { user_id: bot.id });
  await assert.rejects(revive(ben), { message: "Insufficient permission" });
  const namesake = await acme.member("Zoe");
  await namesake.asks("PATCH", "/settings", { full_name: "robin" });
  await assert.rejects(revive(admin), { message: "Name is already in use." });
  await acme.deactivate(namesake);
  await acme.owner.call(updateRealm, { can_create_bots_group: { new: acme.realm.systemGroups["role:owners"] } });
  await assert.rejects(revive(admin), { message: "Insufficient permission" });
  const listener = await listen(acme.owner, { event_types: ["realm_bot"] });
  await revive(acme.owner);
  assert.deepEqual(await listener.hears(), [
    { type: "realm_bot", op: "update", bot: { user_id: bot.id, is_active: true } },
    { type: "realm_bot", op: "update", bot: { user_id: bot.id, owner_id: acme.owner.id } },
  ]);
});

test("all bots appear for a new administrator, and disappear for a former one", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const [own, other] = [await acme.bot("Robin", ada), await acme.bot("Tui", acme.owner)];
  const becomes = async (role: RoleCode) => {
    const heard = await ada.eventsDuring(() => acme.owner.call(updateUser, { user_id: ada.id, role }));
    const bots = heard.filter(({ type }) => type === "realm_bot");
    return bots.map(({ op, bot }) => [op, (bot as { user_id: number }).user_id]);
  };
  assert.deepEqual(await becomes(Role.administrator), [["add", other.id]], "they already know their own");
  assert.deepEqual(await becomes(Role.owner), []);
  assert.deepEqual(await becomes(Role.moderator), [["delete", other.id]]);
  const heard = await own.eventsDuring(() => acme.owner.call(updateBot, { bot_id: own.id, role: Role.administrator }));
  assert(!heard.some(({ type }) => type === "realm_bot"), "bots never manage bots, whatever their role");
});

test("an incoming webhook bot can post and do nothing else", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const hook = await acme.bot("Hook", ada, 2);
  assert.equal((await hook.asks("POST", "/messages", post)).result, "success");
  const open = Object.entries(operations).filter(([, { openToWebhookBots }]) => openToWebhookBots);
  assert.deepEqual(open.map(([id]) => id).sort(), ["checkWebhook", "receiveWebhook", "sendMessage"]);
  for (const { method, path, gate, only, isWebhook } of Object.values(operations)) {
    if (gate === "anyone" || only === "session" || path === "/messages" || isWebhook) continue;
    const { msg, code } = await hook.asks(method, path.replace(/\{\w+\}/g, "1"));
    assert.deepEqual([msg, code], ["This API is not available to incoming webhook bots.", "UNAUTHORIZED"], path);
  }
});

const post = { type: "channel", to: "design", topic: "news", content: "Hello" };

test("a bot that names no channel posts to its default channel; people must name one", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const bot = await acme.bot("Robin", ada);
  const { to: _, ...unaddressed } = post;
  assert.equal((await bot.asks("POST", "/messages", unaddressed)).msg, "Missing channel");
  await ada.call(updateBot, { bot_id: bot.id, default_sending_stream: "design" });
  const heard = await ada.eventsDuring(() => bot.asks("POST", "/messages", unaddressed));
  assert.deepEqual(
    heard.map(({ message }) => (message as { display_recipient?: string } | undefined)?.display_recipient),
    ["design"],
  );
  assert.equal((await ada.asks("POST", "/messages", unaddressed)).msg, "Missing channel");
});

test("a bot's queue uses the bot's defaults, unless the request overrides them", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  for (const name of ["design", "launch"]) await acme.channel(name, [ada]);
  const made = await ada.call(createBot, { full_name: "Ear", short_name: "ear", default_all_public_streams: true });
  const ear = await acme.bot("Ear Two", ada);
  const all = { default_all_public_streams: true };
  await ada.call(updateBot, { bot_id: made.user_id, ...all });
  await ada.call(updateBot, { bot_id: ear.id, ...all });
  const everything = await listen(ear);
  const nothing = await listen(ear, { all_public_streams: false });
  await ada.call(updateBot, { bot_id: ear.id, default_events_register_stream: "design" });
  const own = await listen(ear);
  const chosen = await listen(ear, { narrow: [["channel", "launch"]] });
  await ada.sends("#design > a", "one");
  await ada.sends("#launch > a", "two");
  const read = [await everything.reads(), await nothing.reads(), await own.reads(), await chosen.reads()];
  assert.deepEqual(read, [["one", "two"], [], ["one"], ["two"]]);
});
