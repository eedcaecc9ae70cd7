import assert from "node:assert/strict";
import { type Heard, org, Person, test } from "../../../../test/index.ts";
import { updateChannel } from "../../../channels/update/contract.ts";
import { register } from "../../../registration/contract.ts";
import { getUsers, updateUser } from "../../users/contract.ts";
import { createBot, regenerateBotApiKey, updateBot } from "../contract.ts";

const summary = (events: readonly Heard[]) => events.map(({ type, op }) => `${type} ${op}`);

test("a bot's configuration is measured as it was sent, not as it is stored", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const secret = "x".repeat(9900);
  const config_data = { webhook_secret: secret };
  const { user_id } = await ada.call(createBot, { full_name: "Hook", short_name: "hook", bot_type: 2, config_data });
  const updated = await ada.call(updateBot, { bot_id: user_id, config_data: { city: "Oslo" } });
  assert.deepEqual(updated.config_data, { webhook_secret: secret, city: "Oslo" });
  const { msg } = await ada.asks("PATCH", `/bots/${user_id}`, { config_data: JSON.stringify({ b: "x".repeat(100) }) });
  assert.equal(msg, "config_data is too long (limit: 10000 characters, names and values together)");
});

test("the owner changes a bot, and everyone concerned gets one event per property, in order", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada]);
  const made = { full_name: "Caller", short_name: "caller", bot_type: 3, payload_url: "https://example.com/a" };
  const { user_id, avatar_url } = await ada.call(createBot, made);
  for (const each of [ada, ben, acme.owner]) await each.catchesUp();
  assert.equal((await ada.call(updateBot, { bot_id: user_id })).config_data, null);

  const answer = await ada.call(updateBot, {
    bot_id: user_id,
    full_name: "Crier",
    service_payload_url: "https://example.com/b",
    service_interface: 2,
    default_sending_stream: "design",
    default_events_register_stream: "design",
    default_all_public_streams: true,
    config_data: { city: "Oslo" },
  });

  assert.deepEqual(answer, {
    full_name: "Crier",
    avatar_url,
    service_interface: 2,
    service_payload_url: "https://example.com/b",
    config_data: { city: "Oslo" },
    default_sending_stream: "design",
    default_events_register_stream: "design",
    default_all_public_streams: true,
    bot_owner: `user${ada.id}@${acme.realm.host}`,
  });
  const heard = await acme.owner.catchesUp();
  assert.deepEqual(await ada.catchesUp(), heard);
  assert.deepEqual(heard[0], { type: "realm_user", op: "update", person: { user_id, full_name: "Crier" } });
  const bots = heard.slice(1).map(({ bot }) => bot as Record<string, unknown>);
  const [service] = (bots.at(-1) as { services: { token: string }[] }).services;
  assert.deepEqual(bots, [
    { user_id, full_name: "Crier" },
    { user_id, default_sending_stream: "design" },
    { user_id, default_events_register_stream: "design" },
    { user_id, default_all_public_streams: true },
    { user_id, services: [{ base_url: "https://example.com/b", interface: 2, token: service?.token }] },
  ]);
  assert.deepEqual(summary(await ben.catchesUp()), ["realm_user update"]);

  const again = await ada.eventsDuring(() =>
    ada.call(updateBot, { bot_id: user_id, full_name: "Crier", default_sending_stream: "design" }),
  );
  assert.deepEqual(again, [], "no events for unchanged properties");
  const cleared = await ada.call(updateBot, {
    bot_id: user_id,
    default_sending_stream: "",
    service_payload_url: "https://example.com/c",
    config_data: { unit: "C" },
  });
  assert.equal(cleared.default_sending_stream, null);
  assert.equal(cleared.service_interface, 2);
  assert.deepEqual(cleared.config_data, { city: "Oslo", unit: "C" });
});

test("only its owner and administrators can change a bot", async (t) => {
  const acme = await org(t);
  const [ada, ben, gus] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gus")];
  const admin = await acme.administrator("Alma");
  const bot = await acme.bot("Robin", ada);
  const other = await org(t);
  const foreign = await other.bot("Foreign", other.owner);
  const path = `/bots/${bot.id}`;
  const operations = [
    ["PATCH", path],
    ["DELETE", path],
    ["POST", `${path}/api_key/regenerate`],
  ] as const;
  for (const [method, each] of operations) {
    assert.equal((await ben.asks(method, each)).msg, "Insufficient permission");
    for (const id of [ada.id, foreign.id, 999_999])
      assert.equal((await admin.asks(method, each.replace(`${bot.id}`, `${id}`))).msg, "No such bot");
    assert.equal((await bot.asks(method, each)).msg, "This endpoint does not accept bot requests.");
  }
  assert.equal((await gus.asks("PATCH", path)).msg, "Not allowed for guest users");
  assert.equal((await gus.asks("POST", `${path}/api_key/regenerate`)).msg, "Not allowed for guest users");
  assert.equal((await gus.asks("DELETE", path)).msg, "Insufficient permission");
  await admin.call(updateBot, { bot_id: bot.id, full_name: "Robin Two" });
});

test("changes to a bot follow the same rules as a new one", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const bot = await acme.bot("Robin", ada);
  const caller = { full_name: "Caller", short_name: "caller", bot_type: 3, payload_url: "https://example.com/" };
  const { user_id } = await ada.call(createBot, caller);
  const refused: [number, Record<string, string>, string][] = [
    [bot.id, { full_name: "Ada" }, "Name is already in use."],
    [bot.id, { full_name: "a@b" }, "Invalid characters in name!"],
    [bot.id, { default_sending_stream: "nowhere" }, "Invalid channel name 'nowhere'"],
    [bot.id, { role: "5" }, "Invalid role: Value error, Not in the list of possible values"],
    [bot.id, { role: "200" }, "Must be an organization administrator"],
    [bot.id, { role: "100" }, "Must be an organization owner"],
    [bot.id, { bot_owner_id: "999999" }, "Failed to change owner, no such user"],
    [bot.id, { bot_owner_id: `${user_id}` }, "Failed to change owner, bots can't own other bots"],
    [
      bot.id,
      { service_payload_url: "https://example.com/" },
      "Only an outgoing webhook bot has a payload URL and an interface.",
    ],
    [user_id, { service_payload_url: "x" }, "Invalid service_payload_url: Value error, Not a URL"],
    [user_id, { service_interface: "3" }, "Invalid interface type"],
    [
      user_id,
      { config_data: JSON.stringify({ a: "x".repeat(10_000) }) },
      "config_data is too long (limit: 10000 characters, names and values together)",
    ],
  ];
  const heard = await ada.eventsDuring(async () => {
    for (const [id, request, sentence] of refused) {
      const answer = await ada.asks("PATCH", `/bots/${id}`, { ...request, default_all_public_streams: "true" });
      assert.equal(answer.msg, sentence);
    }
  });
  assert.deepEqual(heard, [], "a request is applied completely or not at all");
  const gone = await acme.member("Gone");
  await acme.deactivate(gone);
  await assert.rejects(ada.call(updateBot, { bot_id: bot.id, bot_owner_id: gone.id }), {
    message: "Failed to change owner, user is deactivated",
  });
});

test("a bot's managers are notified of its new name, however it was changed", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Robin", ada);
  await ben.catchesUp();
  const heard = await ada.eventsDuring(() => acme.owner.call(updateUser, { user_id: bot.id, full_name: "Ruru" }));
  assert.deepEqual(heard, [
    { type: "realm_user", op: "update", person: { user_id: bot.id, full_name: "Ruru" } },
    { type: "realm_bot", op: "update", bot: { user_id: bot.id, full_name: "Ruru" } },
  ]);
  assert.deepEqual(await ben.catchesUp(), heard.slice(0, 1));
});

test("with a new owner, a bot disappears for the former one and appears for the new one", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const admin = await acme.administrator("Alma");
  const bot = await acme.bot("Robin", ada);
  for (const each of [ada, ben, cem, admin]) await each.catchesUp();

  await ada.call(updateBot, { bot_id: bot.id, bot_owner_id: ben.id });

  const forEveryone = { type: "realm_user", op: "update", person: { user_id: bot.id, bot_owner_id: ben.id } };
  assert.deepEqual(await ada.catchesUp(), [{ type: "realm_bot", op: "delete", bot: { user_id: bot.id } }, forEveryone]);
  assert.deepEqual(summary(await ben.catchesUp()), ["realm_bot add", "realm_user update"]);
  assert.deepEqual(await cem.catchesUp(), [forEveryone]);
  const update = { type: "realm_bot", op: "update", bot: { user_id: bot.id, owner_id: ben.id } };
  assert.deepEqual(await admin.catchesUp(), [update, forEveryone]);

  await admin.call(updateBot, { bot_id: bot.id, bot_owner_id: admin.id });
  assert.deepEqual(summary(await admin.catchesUp()), ["realm_bot update", "realm_user update"]);
  await admin.call(updateBot, { bot_id: bot.id, bot_owner_id: ada.id });
  assert.deepEqual(summary(await admin.catchesUp()), ["realm_bot update", "realm_user update"]);
  assert.deepEqual(summary(await ada.catchesUp()).slice(-2), ["realm_bot add", "realm_user update"]);
});

test("administrators can change a bot's role, but only owners can make it an owner", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const admin = await acme.administrator("Alma");
  const bot = await acme.bot("Robin", ada);
  await acme.channel("secret", [admin], { invite_only: true });
  const heard = await ada.eventsDuring(() => admin.call(updateBot, { bot_id: bot.id, role: 200 }));
  assert.deepEqual(heard[0], { type: "realm_user", op: "update", person: { user_id: bot.id, role: 200 } });
  assert.deepEqual(summary(heard.slice(1)), [
    "user_group remove_members",
    "user_group add_members",
    "user_group remove_members",
  ]);
  const { streams = [] } = await bot.call(register, { fetch_event_types: ["stream"] });
  assert(streams.some((channel) => channel.name === "secret"));
  await assert.rejects(admin.call(updateBot, { bot_id: bot.id, role: 100 }), {
    message: "Must be an organization owner",
  });
  await acme.owner.call(updateBot, { bot_id: bot.id, role: 100 });
  await assert.rejects(admin.call(updateBot, { bot_id: bot.id, role: 400 }), {
    message: "Must be an organization owner",
  });
  const { members } = await ada.call(getUsers, { user_ids: [bot.id] });
  assert.equal(members[0]?.role, 100);
});

test("a bot shows the new name of its channel, if its owner can see the channel", async (t) => {
  const acme = await org(t);
  const [ada, admin] = [await acme.member("Ada"), await acme.administrator("Alma")];
  const open = await acme.channel("open", [ada]);
  const closed = await acme.channel("closed", [admin], { invite_only: true });
  const bot = await acme.bot("Robin", ada);
  await ada.call(updateBot, { bot_id: bot.id, default_sending_stream: "open" });
  const first = await ada.eventsDuring(() => ada.call(updateChannel, { stream_id: open, new_name: "wide open" }));
  assert.deepEqual(
    first.filter(({ type }) => type === "realm_bot"),
    [{ type: "realm_bot", op: "update", bot: { user_id: bot.id, default_sending_stream: "wide open" } }],
  );

  const answer = await admin.call(updateBot, { bot_id: bot.id, default_events_register_stream: "closed" });
  assert.equal(answer.default_events_register_stream, "closed");
  await admin.catchesUp();
  const heard = await ada.eventsDuring(() => admin.call(updateChannel, { stream_id: closed, new_name: "shut" }));
  assert.deepEqual(heard, [
    { type: "realm_bot", op: "update", bot: { user_id: bot.id, default_events_register_stream: null } },
  ]);
  const { realm_bots = [] } = await admin.call(register, { fetch_event_types: ["realm_bot"] });
  assert.equal(realm_bots[0]?.default_events_register_stream, "shut");
});

test("a bot's new key replaces the old one at once, and only its managers receive it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Robin", ada);
  await ben.catchesUp();
  let key = "";
  const heard = await ada.eventsDuring(async () => {
    key = (await ada.asks("POST", `/bots/${bot.id}/api_key/regenerate`)).api_key as string;
  });
  assert.deepEqual(heard, [{ type: "realm_bot", op: "update", bot: { user_id: bot.id, api_key: key } }]);
  assert.deepEqual(await ben.catchesUp(), []);
  assert.equal((await bot.asks("GET", "/users/me")).msg, "Invalid API key");
  const again = new Person(acme.server, acme.realm.url, { ...bot, id: bot.id, apiKey: key });
  const own = await ada.eventsDuring(() => again.asks("POST", "/users/me/api_key/regenerate"));
  assert.deepEqual(summary(own), ["realm_bot update"], "also when the bot itself regenerates it");
});

test("only owners can change a bot that can create users: its key grants more than an administrator's role", async (t) => {
  const acme = await org(t);
  const [ada, adam] = [await acme.member("Ada"), await acme.administrator("Adam")];
  const bot = await acme.bot("Registrar", ada);
  await acme.alter((tx) => tx.updateTable("user").set({ can_create_users: true }).where("id", "=", bot.id).execute());
  const refusal = { message: "Insufficient permission" };
  for (const person of [ada, adam]) {
    await assert.rejects(person.call(updateBot, { bot_id: bot.id, full_name: "Mine" }), refusal);
    await assert.rejects(person.call(regenerateBotApiKey, { bot_id: bot.id }), refusal);
  }
  await acme.owner.call(updateBot, { bot_id: bot.id, full_name: "Ours" });
});
