/** What the organization has beside its settings: pictures, domains, playgrounds and groups of default channels; and one's own views. */
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import sharp from "sharp";
import { org, type Person, type TestServer, test, until } from "../../test/index.ts";
import {
  addDefaultChannel,
  changeDefaultGroupChannels,
  createDefaultGroup,
  deleteDefaultGroup,
  removeDefaultChannel,
  updateDefaultGroup,
} from "../channels/default-channels/contract.ts";
import { picture } from "../messages/uploads/testing.ts";
import { addDomain, changeDomain, removeDomain } from "../organization/domains/contract.ts";
import { addPlayground, removePlayground } from "../organization/playgrounds/contract.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import { deleteRealmLogo, setRealmIcon, setRealmLogo } from "../organization/realms/pictures/contract.ts";
import { addNavigationView, editNavigationView, removeNavigationView } from "../personal/navigation-views/contract.ts";
import { createReminder } from "../personal/reminders/contract.ts";
import { noteOf } from "../personal/reminders/note.ts";
import { register } from "../registration/contract.ts";
import { clientOf, follow, type Lie, newInstallation, sameOn } from "./testing.ts";

const PARTS = [
  ...["realm", "realm_domains", "realm_playgrounds", "default_streams", "default_stream_groups"],
  ...["navigation_views", "reminders", "subscription"],
];
const PICTURES = ["icon", "logo", "night_logo"];

interface Shown {
  readonly realm_domains: readonly object[];
  readonly realm_playgrounds: readonly { name: string; pygments_language: string; url_template: string }[];
  readonly realm_default_streams: readonly number[];
  readonly realm_default_stream_groups: readonly { name: string; description: string; streams: readonly number[] }[];
  readonly navigation_views: readonly { fragment: string; is_pinned: boolean; name: string | null }[];
  readonly reminders: readonly { content: string }[];
  readonly [field: string]: unknown;
}

/** What somebody's client shows, with names in place of ids. */
async function shownTo(person: Person, server: TestServer) {
  const state = (await person.call(register, { fetch_event_types: PARTS } as never)) as never as Shown;
  const channels = await server.app.database.reader.selectFrom("channel").select(["id", "name"]).execute();
  const nameOf = (id: number) => channels.find((each) => each.id === id)?.name;
  return {
    pictures: await Promise.all(PICTURES.map((kind) => pictureOf(state, kind, server))),
    isRestricted: state.realm_emails_restricted_to_domains,
    codeLanguage: state.realm_default_code_block_language,
    domains: state.realm_domains,
    playgrounds: state.realm_playgrounds.map(({ name, pygments_language, url_template }) => [
      name,
      pygments_language,
      url_template,
    ]),
    defaults: state.realm_default_streams.map(nameOf).sort(),
    groups: state.realm_default_stream_groups.map(({ name, description, streams }) => [
      name,
      description,
      streams.map(nameOf).sort(),
    ]),
    views: state.navigation_views
      .map(({ fragment, is_pinned, name }) => [
        fragment.replace(/(?<=\/channel\/)\d+/, (id) => `${nameOf(Number(id))}`),
        is_pinned,
        name,
      ])
      .sort(),
    notes: state.reminders.map(({ content }) => noteOf(content)).sort(),
  };
}

/** Its size, and what it looks like. */
async function pictureOf(state: Shown, kind: string, server: TestServer) {
  if (state[`realm_${kind}_source`] !== "U") return "drawn";
  const { data, info } = await sharp(
    Buffer.from(await (await server.fetch(state[`realm_${kind}_url`] as string)).arrayBuffer()),
  )
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [info.width, info.height, data.subarray(0, info.channels).toString("hex")];
}

const setsPicture = async (person: Person, kind: "icon" | "logo" | "night_logo", width: number, height = width) => {
  const file = await picture(width, height);
  if (kind === "icon") return person.connection.call(setRealmIcon, {}, { file });
  return person.connection.call(setRealmLogo, { night: kind === "night_logo" }, { file });
};

test("pictures, domains, playgrounds, groups of default channels, views and notes of reminders come too, and are followed", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  await acme.channel("design", [owner, ada]);
  const sales = await acme.channel("sales", [owner, ada]);
  const launch = await acme.channel("launch", [owner, ada]);
  await setsPicture(owner, "icon", 300);
  await setsPicture(owner, "logo", 400, 50);
  await setsPicture(owner, "night_logo", 200, 20);
  await owner.call(addDomain, { domain: "example.com", allow_subdomains: true });
  await owner.call(updateRealm, { emails_restricted_to_domains: true });
  const rust = { name: "Rust playground", pygments_language: "Rust", url_template: "https://play.test/?code={code}" };
  const { id: playground_id } = await owner.call(addPlayground, rust);
  await owner.call(updateRealm, { default_code_block_language: "Rust" });
  await owner.call(createDefaultGroup, { group_name: "Makers", description: "They make", stream_names: ["design"] });
  await owner.call(createDefaultGroup, { group_name: "Sellers", description: "", stream_names: ["sales"] });
  await owner.call(addDefaultChannel, { stream_id: launch });
  // A channel of a group can become a default channel.
  await owner.call(addDefaultChannel, { stream_id: sales });
  await ada.call(addNavigationView, {
    fragment: `narrow/channel/${launch}-launch/topic/logo`,
    is_pinned: true,
    name: "Logo",
  });
  await ada.call(addNavigationView, { fragment: "inbox", is_pinned: false });
  const message_id = await ada.sends("#launch > logo", "Is it blue?");
  const scheduled_delivery_timestamp = Math.floor(acme.clock.now() / 1000) + 90 * 86_400;
  for (const note of ["Ask again\n\n> tomorrow", ""])
    await ada.call(createReminder, { message_id, scheduled_delivery_timestamp, note });

  const outcome = await (await follow(acme, here, [owner, ada])).once();
  assert.deepEqual(outcome.differences, []);
  assert.deepEqual(
    outcome.leftOut.filter(({ what }) => what !== "people"),
    [],
  );
  const [ownerHere, adaHere] = [await sameOn(here, owner), await sameOn(here, ada)];
  const isEqual = async () => {
    for (const [there, own] of [
      [owner, ownerHere],
      [ada, adaHere],
    ] as const)
      assert.deepEqual(await shownTo(own, here), await shownTo(there, acme.server));
  };
  await isEqual();
  const copied = await shownTo(adaHere, here);
  assert.deepEqual(
    copied.pictures.map((each) => each.slice(0, 2)),
    [
      [256, 256],
      [400, 50],
      [200, 20],
    ],
  );
  assert.deepEqual(copied.notes, ["", "Ask again\n\n> tomorrow"]);
  assert.deepEqual(copied.views, [
    ["inbox", false, null],
    ["narrow/channel/launch-launch/topic/logo", true, "Logo"],
  ]);
  assert.deepEqual([copied.isRestricted, copied.codeLanguage], [true, "Rust"]);

  // A file that is copied is not fetched again.
  const asked: string[] = [];
  const client = clientOf(acme.server, { before: ({ url }) => void asked.push(new URL(url).pathname) });
  assert.equal((await (await follow(acme, here, [owner, ada], { client })).once()).isEqual, true);
  assert.deepEqual(
    asked.filter((path) => path.startsWith("/user_avatars/")),
    [],
  );

  // While it is followed, everything that changes comes by its events.
  const ending = new AbortController();
  const keeping = (await follow(acme, here, [owner, ada], { client, signal: ending.signal })).keepUp();
  keeping.catch(() => {});
  await until(() => asked.includes("/api/v1/events"));
  await setsPicture(owner, "icon", 200);
  await owner.call(deleteRealmLogo, { night: true });
  await owner.call(addDomain, { domain: "example.org", allow_subdomains: false });
  await owner.call(changeDomain, { domain: "example.com", allow_subdomains: false });
  await owner.call(removePlayground, { playground_id });
  await owner.call(addPlayground, { ...rust, url_template: "https://other.test/?code={code}" });
  await owner.call(removeDefaultChannel, { stream_id: sales });
  await owner.call(removeDefaultChannel, { stream_id: launch });
  const groups = await owner.call(register, { fetch_event_types: ["default_stream_groups"] } as never);
  const [makers, sellers] = groups.realm_default_stream_groups as never as [{ id: number }, { id: number }];
  await owner.call(updateDefaultGroup, { group_id: makers.id, new_group_name: "Builders" });
  await owner.call(changeDefaultGroupChannels, { group_id: makers.id, op: "add", stream_names: ["launch"] as never });
  await owner.call(deleteDefaultGroup, { group_id: sellers.id });
  await ada.call(removeNavigationView, { fragment: "inbox" });
  await ada.call(editNavigationView, { fragment: `narrow/channel/${launch}-launch/topic/logo`, name: "Colour" });
  await until(() =>
    isEqual().then(
      () => true,
      () => false,
    ),
  );
  ending.abort();
  await assert.rejects(keeping);

  // Without its last domain, an organization restricts nothing.
  for (const domain of ["example.com", "example.org"]) await owner.call(removeDomain, { domain });
  const compared = await (await follow(acme, here, [owner, ada])).compare();
  assert.match(compared.differences.join("\n"), /The domain example\.org differs\./);
  assert.equal((await (await follow(acme, here, [owner, ada])).once()).isEqual, true);
  await isEqual();
});

test("pictures that another server should not have, and values that nothing can have here, are refused", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const { owner } = acme;
  await acme.channel("secret", [await acme.member("Ada")], { invite_only: true, history_public_to_subscribers: true });
  await setsPicture(owner, "icon", 50);
  await setsPicture(owner, "logo", 50);
  await setsPicture(owner, "night_logo", 50);
  const asked: string[] = [];
  const large = "/static/large.png";
  const telling =
    (told: object): Lie =>
    (url, answer) =>
      url.pathname.endsWith("/register") ? { ...answer, ...told } : undefined;
  const following = (told: object) => {
    const client = clientOf(acme.server, { before: ({ url }) => void asked.push(url), lie: telling(told) });
    const open: typeof client.open = async (request) => {
      if (!request.url.endsWith(large)) return client.open(request);
      const chunks = Array.from({ length: 12 }, () => Buffer.alloc(512 * 1024));
      return { status: 200, headers: {}, body: Readable.from(chunks) };
    };
    return follow(acme, here, [owner], { client: { send: client.send, open } });
  };

  // Elsewhere, no picture, or too large: none of them comes, and a round that knows it asks for none again.
  const wrong = {
    realm_icon_url: "http://10.0.0.1/icon.png",
    realm_logo_url: "/api/v1/server_settings",
    realm_night_logo_url: large,
  };
  for (let round = 0; round < 2; round++) {
    asked.length = 0;
    const outcome = await (await following(wrong)).once();
    assert.deepEqual(outcome.differences, []);
    assert.equal(outcome.leftOut.find(({ what }) => what === "pictures of the organization")?.count, 3);
    assert.equal(
      asked.filter((url) => !url.includes("/api/v1/") || url.endsWith("_settings")).length,
      round === 0 ? 1 : 0,
    );
    assert.deepEqual((await shownTo(await sameOn(here, owner), here)).pictures, ["drawn", "drawn", "drawn"]);
  }
  // The right ones do.
  assert.deepEqual((await (await following({})).once()).differences, []);

  // What could not be chosen here is said each time.
  const hostile = {
    realm_domains: [{ domain: "no-dot", allow_subdomains: true }],
    realm_playgrounds: [
      { id: 1, name: "Run", pygments_language: "Rust", url_template: "javascript:alert({code})" },
      { id: 2, name: "Run", pygments_language: "Rust", url_template: "https://play.test/?code={code}" },
    ],
    realm_default_stream_groups: [{ id: 1, name: " ", description: "", streams: [] }],
    navigation_views: [
      { fragment: "narrow/channel/987654-gone", is_pinned: true, name: "Gone" },
      { fragment: "x".repeat(3000), is_pinned: true, name: "Long" },
    ],
  };
  const outcome = await (await following(hostile)).once();
  assert.deepEqual(
    outcome.differences.map((each) => each.replace(/ \(.*/, "")),
    [
      "The domain no-dot differs.",
      "The playground Run is not here.",
      "The group of default channels  is not here.",
      `${owner.name}: the navigation views differ.`,
    ],
  );
  assert.equal(outcome.leftOut.find(({ what }) => what === "navigation views")?.count, 1);

  // And what is no answer of this API ends it.
  for (const field of ["realm_domains", "realm_playgrounds", "realm_default_stream_groups"]) {
    const refused = (value: unknown, message: RegExp) =>
      assert.rejects(async () => (await following({ [field]: value })).once(), { message });
    await refused("x", /that are no list/);
    await refused(
      Array.from({ length: 10_001 }, () => ({})),
      /more than 10000/,
    );
  }
  await assert.rejects(async () => (await following({ realm_playgrounds: [{ id: -1 }] })).once(), { message: /no id/ });
});
