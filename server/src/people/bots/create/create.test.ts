import assert from "node:assert/strict";
import { type Organization, org, Person, test } from "../../../../test/index.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import { register } from "../../../registration/contract.ts";
import { getOwnUser, getUsers } from "../../users/contract.ts";
import { createBot, getBots } from "../contract.ts";

const bySignedIn = (acme: Organization, { user_id, api_key }: { user_id: number; api_key: string }, short: string) =>
  new Person(acme.server, acme.realm.url, {
    id: user_id,
    name: short,
    email: `${short}-bot@${acme.realm.host}`,
    apiKey: api_key,
  });

test("a new bot is announced in full to its owner and to human administrators only", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const robot = await acme.bot("Robot Admin", acme.owner);
  await acme.alter((tx) => tx.updateTable("user").set({ role: 200 }).where("id", "=", robot.id).execute());
  await acme.channel("design", [ada]);
  for (const each of [acme.owner, ben, robot]) await each.catchesUp();

  const { user_id, api_key, ...rest } = await ada.call(createBot, {
    full_name: "Weather",
    short_name: "weather",
    default_sending_stream: "design",
  });

  const avatar_url = rest.avatar_url;
  const defaults = {
    default_sending_stream: "design",
    default_events_register_stream: null,
    default_all_public_streams: false,
  };
  assert.match(api_key, /^[A-Za-z0-9]{32}$/);
  assert.deepEqual(rest, { avatar_url, ...defaults });
  const email = `weather-bot@${acme.realm.host}`;
  const bot = { user_id, email, full_name: "Weather", bot_type: 1, is_active: true, api_key, avatar_url, ...defaults };
  const told = { type: "realm_bot", op: "add", bot: { ...bot, owner_id: ada.id, services: [] } };
  const heardBy = async (person: Person) => (await person.catchesUp()).map(({ type, op }) => `${type} ${op}`);
  assert.deepEqual((await acme.owner.catchesUp()).at(-1), told);
  const asMember = ["realm_user add", "user_group add_members", "user_group add_members"];
  assert.deepEqual(await heardBy(ben), asMember);
  assert.deepEqual(await heardBy(robot), asMember, "a bot never receives another bot's key, whatever its role");

  const weather = bySignedIn(acme, { user_id, api_key }, "weather");
  const self = await weather.call(getOwnUser, {});
  assert.deepEqual(
    [self.is_bot, self.bot_type, self.bot_owner_id, self.role, self.email],
    [true, 1, ada.id, 400, email],
  );
  const { bots } = await ada.call(getBots, {});
  assert.deepEqual(bots, [{ username: email, full_name: "Weather", api_key, avatar_url, ...defaults }]);
  assert.deepEqual((await ben.call(getBots, {})).bots, []);

  const seenBy = async (person: Person) =>
    (await person.call(register, { fetch_event_types: ["realm_bot"] })).realm_bots?.map((each) => each.full_name);
  assert.deepEqual(await seenBy(ada), ["Weather"]);
  assert.deepEqual(await seenBy(ben), []);
  assert.deepEqual(await seenBy(acme.owner), ["Robot Admin", "Weather"]);
  assert.deepEqual(await seenBy(robot), []);
});

test("the event log contains no key or token in plain text", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const listening = await ada.eventsDuring(() =>
    ada.call(createBot, {
      full_name: "Caller",
      short_name: "caller",
      bot_type: 3,
      payload_url: "https://example.com/hook",
    }),
  );
  const { bot } = listening.at(-1) as unknown as { bot: { api_key: string; services: { token: string }[] } };
  const secrets = [bot.api_key, bot.services[0]?.token as string];
  const rows = await acme.server.app.database.reader.selectFrom("event").select("body").execute();
  for (const secret of secrets) {
    assert.match(secret, /^[A-Za-z0-9]{32}$/);
    assert(rows.every(({ body }) => !JSON.stringify(body).includes(secret)));
  }
});

test("an outgoing webhook bot has a URL, an interface and a token", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const request = { full_name: "Caller", short_name: "caller", bot_type: 3, interface_type: 2 };
  await ada.catchesUp();
  // Quoted, as the reference writes it, and bare.
  const made = await ada.asks("POST", "/bots", {
    ...asText(request),
    payload_url: '"https://example.com/hook"',
  });
  assert.equal(made.result, "success");
  await ada.call(createBot, { ...request, full_name: "C2", short_name: "c2", payload_url: "http://example.com/" });
  const { realm_bots = [] } = await ada.call(register, { fetch_event_types: ["realm_bot"] });
  const services = realm_bots.map((bot) => bot.services[0] as { base_url: string; interface: number; token: string });
  assert.deepEqual(
    services.map(({ base_url, interface: form }) => [base_url, form]),
    [
      ["https://example.com/hook", 2],
      ["http://example.com/", 2],
    ],
  );
  assert.notEqual(services[0]?.token, services[1]?.token);
  await ada.catchesUp();
});

test("invalid requests create no bot, and errors come in the order clients expect", async (t) => {
  const acme = await org(t);
  const [ada, gus] = [await acme.member("Ada"), await acme.guest("Gus")];
  const bot = await acme.bot("Robin", ada);
  await ada.call(createBot, { full_name: "Weather", short_name: "weather" });
  const before = (await ada.call(getUsers, {})).members.length;
  const good = { full_name: "Other", short_name: "other" };
  const refused: [Record<string, unknown>, string][] = [
    [{ full_name: "Other" }, "Missing 'short_name' argument"],
    [{ short_name: "x" }, "Missing 'full_name' argument"],
    [{ ...good, bot_type: "x" }, "bot_type is not valid JSON"],
    [{ ...good, payload_url: "nowhere" }, "Invalid payload_url: Value error, Not a URL"],
    [{ ...good, payload_url: "ftp://example.com/" }, "Invalid payload_url: Value error, Not a URL"],
    [{ short_name: " ", full_name: "" }, "Bad name or username"],
    [{ ...good, full_name: "x" }, "Name too short!"],
    [{ ...good, full_name: "x".repeat(101) }, "Name too long!"],
    [{ ...good, full_name: "a*b" }, "Invalid characters in name!"],
    [{ ...good, full_name: "bot|12" }, "Invalid format!"],
    [{ ...good, short_name: "a b", bot_type: 4 }, "Embedded bots are not enabled."],
    [{ ...good, short_name: "a b" }, "Bad name or username"],
    [{ full_name: "weather", short_name: "Weather" }, "Email is already in use."],
    [{ full_name: "weather", short_name: "other" }, "Name is already in use."],
    [{ full_name: "ada", short_name: "other" }, "Name is already in use."],
    [{ ...good, bot_type: 7 }, "Invalid bot type"],
    [{ ...good, interface_type: 3 }, "Invalid interface type"],
    [{ ...good, bot_type: 3 }, "Invalid payload_url: Value error, Not a URL"],
    [{ ...good, default_sending_stream: "nowhere" }, "Invalid channel name 'nowhere'"],
    [
      { ...good, config_data: { a: "x".repeat(10_000) } },
      "config_data is too long (limit: 10000 characters, names and values together)",
    ],
    [{ ...good, config_data: { a: 1 } }, 'config_data["a"] is not a string'],
  ];
  for (const [request, sentence] of refused) {
    const answer = await ada.asks("POST", "/bots", asText(request));
    assert.equal(answer.msg, sentence);
  }
  assert.equal((await gus.asks("POST", "/bots", good)).msg, "Not allowed for guest users");
  assert.equal((await bot.asks("POST", "/bots", good)).msg, "This endpoint does not accept bot requests.");
  assert.equal((await bot.asks("GET", "/bots")).msg, "This endpoint does not accept bot requests.");
  assert.equal((await gus.asks("GET", "/bots")).msg, "Not allowed for guest users");
  assert.equal((await ada.call(getUsers, {})).members.length, before);
});

test("creating any bot and creating bots that can only post are separate permissions", async (t) => {
  const acme = await org(t);
  const [ada, moe] = [await acme.member("Ada"), await acme.moderator("Moe")];
  const { systemGroups } = acme.realm;
  await acme.owner.call(updateRealm, {
    can_create_bots_group: { new: systemGroups["role:moderators"] },
    can_create_write_only_bots_group: { new: systemGroups["role:members"] },
  });
  let count = 0;
  const make = (person: Person, bot_type: number) =>
    person.asks("POST", "/bots", {
      full_name: `Bot ${++count}`,
      short_name: `b${count}`,
      bot_type: `${bot_type}`,
      payload_url: "https://example.com/",
    });
  for (const type of [1, 3, 7]) assert.equal((await make(ada, type)).msg, "Insufficient permission");
  assert.equal((await make(ada, 2)).result, "success");
  for (const type of [1, 2, 3]) assert.equal((await make(moe, type)).result, "success");

  await acme.owner.call(updateRealm, { can_create_write_only_bots_group: { new: systemGroups["role:nobody"] } });
  assert.equal((await make(ada, 2)).msg, "Insufficient permission");
  assert.equal((await make(moe, 2)).result, "success");
});

test("only a user who can read a private channel can choose it for a bot", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("secret", [ben], { invite_only: true });
  const request = { full_name: "Spy", short_name: "spy", default_events_register_stream: "secret" };
  await assert.rejects(ada.call(createBot, request), { message: "Invalid channel name 'secret'" });
  const { default_events_register_stream } = await ben.call(createBot, request);
  assert.equal(default_events_register_stream, "secret");
});

const asText = (params: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
