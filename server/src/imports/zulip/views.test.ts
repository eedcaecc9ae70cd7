/** Views of sidebars, and what a Zulip export does not change here. */
import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { getDomains } from "../../organization/domains/contract.ts";
import { getNavigationViews } from "../../personal/navigation-views/contract.ts";
import { claimed, foreseesExport, idsNamed, importsExport, importsWhileKilled, zulipExport } from "./testing.ts";

const view = (user: number, fragment: string, name: string | null, is_pinned = true) => ({
  ...{ user, fragment, name, is_pinned },
});

const rows = () => ({
  zerver_navigationview: [
    view(11, "narrow/is/starred", null, false),
    view(11, "narrow/channel/5-design/topic/logo", "Logo"),
    view(11, "narrow/dm/10,12-group", "Us"),
    view(11, "narrow/is/alerted", "Logo"),
    view(11, "narrow/is/starred", null),
    view(11, "inbox", "Mine"),
    view(11, "narrow/is/alerted", null),
    view(11, "narrow/channel/99-gone", "Gone"),
    view(11, "narrow/is/alerted", "n".repeat(101)),
    view(77, "inbox", null),
  ],
  zerver_realmdomain: [{ id: 1, realm: 2, domain: "elsewhere.example", allow_subdomains: false }],
  zerver_scheduledmessage: [{ id: 1, sender: 11, recipient: 105, subject: "logo", content: "soon", delivery_type: 1 }],
});

const viewsOf = async (person: Person) =>
  (await person.call(getNavigationViews, {})).navigation_views.map(({ fragment, name, is_pinned }) => [
    ...[fragment, name, is_pinned],
  ]);

test("people find the views of their sidebar, and the archive lets nobody else join", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const file = await zulipExport(t, rows());
  const planned = await foreseesExport(acme, file);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.deepEqual(planned, { taken, leftOut });
  assert.equal(taken.personal_settings, 3);
  assert.deepEqual(leftOut, [
    "1 domains: an archive opens the organization to nobody",
    "1 personal settings: it shows a channel or a person that is not here",
    "1 personal settings: whose they are is not in the archive",
    "1 scheduled messages: accounts that wait for their people send nothing",
    "5 personal settings: the value is not one that can be here",
  ]);
  assert.deepEqual((await acme.owner.call(getDomains, {})).domains, []);

  const people = await idsNamed(acme, "Ada", "Cleo");
  const { reader } = acme.server.app.database;
  const { id } = await reader
    .selectFrom("channel")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .where("name", "=", "design")
    .executeTakeFirstOrThrow();
  assert.deepEqual(await viewsOf(await claimed(acme, "Ben")), [
    ["narrow/is/starred", null, false],
    [`narrow/channel/${id}-design/topic/logo`, "Logo", true],
    [`narrow/dm/${people.join(",")}-group`, "Us", true],
  ]);

  const other = await org(t);
  other.stopFollowing("no server runs during an import");
  const again = await importsWhileKilled(other, file);
  assert(again.kills > 3, `${again.kills} kills`);
  assert.deepEqual([again.taken, again.leftOut], [taken, leftOut]);
  assert.equal((await viewsOf(await claimed(other, "Ben"))).length, 3);
});
