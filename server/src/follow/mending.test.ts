/** What used to stay different, or was asked for more often than necessary. */
import assert from "node:assert/strict";
import { org, type Person, test } from "../../test/index.ts";
import { uploads } from "../messages/uploads/testing.ts";
import { createUserGroup } from "../people/groups/contract.ts";
import { updateUser } from "../people/users/contract.ts";
import { clientOf, follow, type Lie, newInstallation } from "./testing.ts";

const isPage = ({ pathname }: URL) => pathname === "/api/v1/messages";

test("a change that everyone hears of is asked for once with each key", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const people = [acme.owner, await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  await acme.channel("design", people);
  await (await follow(acme, here, people)).once();
  class ListeningAgain extends Error {}
  const asked: string[] = [];
  let polls = 0;
  let everyoneListens = () => {};
  const listening = new Promise<void>((resolve) => {
    everyoneListens = resolve;
  });
  const before = ({ method, url }: { method: string; url: string }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    if (method !== "GET" || pathname !== "/api/v1/events") return;
    polls++;
    if (polls === people.length) everyoneListens();
    if (polls > people.length) throw new ListeningAgain();
  };
  const keeping = (await follow(acme, here, people, { client: clientOf(acme.server, { before }) })).keepUp();
  keeping.catch(() => {});
  await listening;
  asked.length = 0;
  const message_id = await (people[1] as Person).sends("#design > logo", "Heard by all");
  await assert.rejects(keeping, ListeningAgain);
  assert.equal(asked.filter((path) => path === "/api/v1/messages").length, people.length);
  const stored = await here.app.database.reader
    .selectFrom("message")
    .select("id")
    .where("id", "=", message_id)
    .execute();
  assert.equal(stored.length, 1);
});

test("a group that was made just before a kill is taken, and exchanged addresses become equal", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  await acme.owner.call(createUserGroup, { name: "crew", description: "Ours", members: [ada.id] });
  assert.equal((await (await follow(acme, here, [acme.owner])).once()).isEqual, true);
  // As if it had been killed before it could note the group.
  await here.app.database.transaction((tx) => tx.deleteFrom("imported_item").where("kind", "=", "group").execute());
  const moves = async (person: Person, email: string) =>
    acme.owner.call(updateUser, { user_id: person.id, new_email: email });
  await moves(ada, "aside@example.com");
  await moves(ben, "ada@example.com");
  await moves(ada, "ben@example.com");
  await moves(cem, "Cem@example.com");
  const { differences } = await (await follow(acme, here, [acme.owner])).once();
  assert.deepEqual(differences, []);
  const rows = await here.app.database.reader
    .selectFrom("user")
    .select(["full_name", "delivery_email"])
    .where("full_name", "in", ["Ada", "Ben", "Cem"])
    .orderBy("full_name")
    .execute();
  assert.deepEqual(
    rows.map(({ full_name, delivery_email }) => [full_name, delivery_email]),
    [
      ["Ada", "ben@example.com"],
      ["Ben", "ada@example.com"],
      ["Cem", "Cem@example.com"],
    ],
  );
  const groups = await here.app.database.reader
    .selectFrom("user_group")
    .select("id")
    .where("name", "=", "crew")
    .execute();
  assert.equal(groups.length, 1);
});

test("what must be left out is left out by every way to compare, and what can be had later is a difference then", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada, acme.owner]);
  const orphan = await ada.sends("#design > logo", "Whose is it?");
  const path = `/user_uploads/${await uploads(ada)}`;
  await ada.sends("#design > logo", `[file](${path})`);
  let areFilesGiven = false;
  const lie: Lie = (url, answer) => {
    // Second factors do not come over the API, and what requires them does.
    if (url.pathname.endsWith("/register")) return { ...answer, realm_two_factor_required_for: "everyone" };
    if (url.pathname.includes("/user_uploads/") && !areFilesGiven) return "no JSON";
    const messages = answer.messages as { id: number }[];
    if (!isPage(url)) return undefined;
    return {
      ...answer,
      messages: messages.map((each) => (each.id === orphan ? { ...each, sender_id: 987654 } : each)),
    };
  };
  const following = () => follow(acme, here, [acme.owner], { client: clientOf(acme.server, { lie }) });
  const left = ({ leftOut }: { leftOut: readonly { what: string; count: number }[] }) =>
    Object.fromEntries(
      leftOut.filter(({ what }) => ["messages", "files"].includes(what)).map((each) => [each.what, each.count]),
    );
  const copied = await (await following()).once();
  assert.deepEqual([copied.differences, left(copied)], [[], { messages: 1, files: 1 }]);
  const compared = await (await following()).compare();
  assert.deepEqual([compared.differences, left(compared)], [[], { messages: 1, files: 1 }]);

  areFilesGiven = true;
  const later = await (await following()).compare();
  assert.match(later.differences.join("\n"), /^Messages differ: 1, such as \d+\.$/);
  const mended = await (await following()).once();
  assert.deepEqual([mended.differences, left(mended)], [[], { messages: 1 }]);
  const files = await here.app.database.reader.selectFrom("attachment_message").select("message_id").execute();
  assert.equal(files.length, 1);
});
