import assert from "node:assert/strict";
import { type Heard, org, test } from "../../../../test/index.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import { updateSettings } from "../../settings/contract.ts";
import { getUser, updateUser } from "../contract.ts";

const kinds = (heard: readonly Heard[]) => heard.map((event) => [event.type, event.op].filter(Boolean).join(" "));

test("a new role moves the user between system groups, and everyone is notified in order", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const groups = acme.realm.systemGroups;
  const heard = await ben.eventsDuring(() => acme.owner.call(updateUser, { user_id: ada.id, role: 300 }));
  const moves = (op: string, name: keyof typeof groups) => ({
    type: "user_group",
    op,
    group_id: groups[name],
    user_ids: [ada.id],
  });
  assert.deepEqual(heard, [
    { type: "realm_user", op: "update", person: { user_id: ada.id, role: 300 } },
    moves("remove_members", "role:members"),
    moves("add_members", "role:moderators"),
    moves("remove_members", "role:fullmembers"),
  ]);
  assert.deepEqual(await ben.eventsDuring(() => acme.owner.call(updateUser, { user_id: ada.id, role: 300 })), []);
});

test("a member within the waiting period does not become a full member by changing roles", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { waiting_period_threshold: 3 });
  const ada = await acme.member("Ada");
  await acme.owner.eventsDuring(async () => {
    await acme.owner.call(updateUser, { user_id: ada.id, role: 300 });
    await acme.owner.call(updateUser, { user_id: ada.id, role: 400 });
  });
});

test("a user who becomes a guest no longer sees unsubscribed channels, until they are a member again", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [open, joined] = [await acme.channel("open", [ben]), await acme.channel("joined", [ben, ada])];
  const lost = await ada.eventsDuring(() => acme.owner.call(updateUser, { user_id: ada.id, role: 600 }));
  const gone = lost.filter((event) => event.type === "stream" && event.op === "delete");
  const goneIds = gone.flatMap((event) => event.stream_ids as number[]);
  assert.ok(goneIds.includes(open) && !goneIds.includes(joined));
  assert.deepEqual(
    lost.filter((event) => event.type === "default_streams").map((event) => event.default_streams),
    [[]],
  );
  const gained = await ada.eventsDuring(() => acme.owner.call(updateUser, { user_id: ada.id, role: 400 }));
  const created = gained.filter((event) => event.type === "stream" && event.op === "create");
  const createdIds = created.flatMap((event) =>
    (event.streams as { stream_id: number }[]).map((each) => each.stream_id),
  );
  assert.ok(createdIds.includes(open) && !createdIds.includes(joined));
  assert.ok(gained.some((event) => event.op === "peer_add" && (event.stream_ids as number[]).includes(open)));
  assert.equal(kinds(gained)[0], "realm_user update");
});

test("private channels appear for a new administrator, and disappear with the role", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const secret = await acme.channel("secret", [ben], { invite_only: true });
  const gained = await ada.eventsDuring(() => acme.owner.call(updateUser, { user_id: ada.id, role: 200 }));
  const streams = gained.find((event) => event.op === "create")?.streams as { stream_id: number }[];
  assert.deepEqual(
    streams.map((each) => each.stream_id),
    [secret],
  );
  const lost = await ada.eventsDuring(() => acme.owner.call(updateUser, { user_id: ada.id, role: 300 }));
  assert.deepEqual(lost.find((event) => event.op === "delete")?.stream_ids, [secret]);
});

test("a change of role shows or hides real addresses, and only the user is notified", async (t) => {
  const acme = await org(t);
  const [ada, ben, eve] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Eve")];
  await eve.call(updateSettings, { email_address_visibility: 4 });
  await acme.bot("Helper", ben);
  await ben.catchesUp();
  const addresses = (heard: readonly Heard[]) =>
    heard
      .map((event) => event.person as { user_id: number; delivery_email?: string | null } | undefined)
      .filter((person) => person?.delivery_email !== undefined)
      .map((person) => [person?.user_id, person?.delivery_email]);
  const gained = await ada.eventsDuring(() => acme.owner.call(updateUser, { user_id: ada.id, role: 200 }));
  assert.deepEqual(addresses(gained), [
    [acme.owner.id, acme.owner.email],
    [ben.id, ben.email],
  ]);
  const lost = await ada.eventsDuring(() => acme.owner.call(updateUser, { user_id: ada.id, role: 400 }));
  assert.deepEqual(addresses(lost), [
    [acme.owner.id, null],
    [ben.id, null],
  ]);
  assert.deepEqual(addresses(await ben.catchesUp()), []);
});

test("a removed role's permissions end with the next request", async (t) => {
  const acme = await org(t);
  const [ann, ada] = [await acme.administrator("Ann"), await acme.member("Ada")];
  await ann.call(updateUser, { user_id: ada.id, full_name: "Ada L." });
  await acme.owner.call(updateUser, { user_id: ann.id, role: 400 });
  await assert.rejects(ann.call(updateUser, { user_id: ada.id, full_name: "Ada" }), {
    message: "Insufficient permission",
  });
  assert.equal((await ann.call(getUser, { user_id: ada.id })).user.delivery_email, null);
});
