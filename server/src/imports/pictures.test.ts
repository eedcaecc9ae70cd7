/** Pictures of people, from each program. */
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { TestContext } from "node:test";
import sharp from "sharp";
import { type Organization, org, test } from "../../test/index.ts";
import { TarWriter } from "../exports/own/tar.ts";
import { asFile } from "../messages/uploads/testing.ts";
import { MAX_PICTURE_MIB } from "../organization/pictures/contract.ts";
import { setAvatar } from "../people/avatars/contract.ts";
import { importFrom } from "./import.ts";
import { openSource, type SourceOptions } from "./open.ts";
import { fingerprintOf } from "./recognise.ts";
import type { SourceName } from "./records.ts";
import { slackChannel, slackUser } from "./slack/testing.ts";
import { survey } from "./survey.ts";
import { archiveFile, pictureOf, zipOf } from "./testing.ts";

const WHY = "no server runs during an import";
const IN_USE = "the account here is in use, or has a picture";
const UNUSABLE = "the image cannot be used";

interface Someone {
  readonly name: string;
  readonly email: string;
  readonly isDeactivated?: boolean;
  /** Undefined if there is none, null if there should be one. */
  readonly image?: Buffer | null;
}

const red = await pictureOf("#ff0000");
const blue = await pictureOf("#0000ff", 600);
const damaged = (await pictureOf("teal", 300)).subarray(0, 200);
const tooLarge = Buffer.alloc(MAX_PICTURE_MIB * 1024 * 1024 + 1);

const crew = ({ owner }: Organization, bens = red): Someone[] => [
  { name: "Ada", email: owner.email, image: red },
  { name: "Ben", email: "ben@example.org", image: bens },
  { name: "Cleo", email: "cleo@example.org", isDeactivated: true, image: blue },
  { name: "Dan", email: "dan@example.org", image: damaged },
  { name: "Eve", email: "eve@example.org", image: tooLarge },
  { name: "Fay", email: "fay@example.org", image: null },
  { name: "Gus", email: "gus@example.org" },
];

/** With ids of 10 and more. */
const numbered = (people: readonly Someone[]) => people.map((person, n) => ({ ...person, id: n + 10 }));

type Archived = (t: TestContext, people: readonly Someone[]) => Promise<string> | string;

/** `slackdump` puts pictures into the archive. */
const slack: Archived = (t, people) => {
  const users = numbered(people).map(({ id, name, email, isDeactivated = false, image }) =>
    slackUser(`U${id}`, name, {
      email,
      more: {
        deleted: isDeactivated,
        profile: {
          ...{ real_name: name, email, image_512: `https://avatars.slack-edge.com/U${id}_512.png` },
          ...(image === undefined ? {} : { is_custom_image: true }),
        },
      },
    }),
  );
  const images = numbered(people).flatMap(({ id, image }) =>
    image ? [[`__avatars/U${id}/me.png`, image] as const] : [],
  );
  const channels = [slackChannel("C1", "general", ["U10"])];
  return archiveFile(t, "slack.zip", zipOf([["users.json", users], ["channels.json", channels], ...images]));
};

const mattermost: Archived = (t, people) => {
  const path = (id: number) => `users/${id}/profile.png`;
  const lines = [
    { type: "version", version: 1 },
    ...numbered(people).map(({ id, name, email, isDeactivated, image }) => ({
      type: "user",
      user: {
        ...{ username: name.toLowerCase(), first_name: name, email, delete_at: isDeactivated ? 1 : 0 },
        ...(image === undefined ? {} : { profile_image: path(id) }),
      },
    })),
    { type: "bot", bot: { username: "deploy", display_name: "Deploy", profile_image: "../../etc/passwd" } },
  ];
  const images = numbered(people).flatMap(({ id, image }) => (image ? [[`data/${path(id)}`, image] as const] : []));
  const entries = [["import.jsonl", lines.map((line) => JSON.stringify(line)).join("\n")], ...images] as const;
  return archiveFile(t, "mattermost.zip", zipOf(entries));
};

/** Where originals are damaged or missing, the picture that was made of them comes. */
const zulip: Archived = async (t, people) => {
  const file = join(dirname(archiveFile(t, "x", Buffer.alloc(0))), "export.tar.gz");
  const tar = new TarWriter(file, 1_583_107_200);
  const records: object[] = [];
  const add = async (user_profile_id: number, path: string, image: Buffer) => {
    records.push({ user_profile_id, path, s3_path: path, content_type: null });
    await tar.addStream(`zulip/avatars/${path}`, Readable.from([image]), image.length);
  };
  for (const { id, image } of numbered(people)) {
    if (!image) continue;
    await add(id, `2/${id}.png`, image);
    await add(id, `2/${id}.original`, image === red ? damaged : image);
  }
  records.push({ user_profile_id: 15, path: "../../../etc/passwd" }, { user_profile_id: 16, path: "2/10.png" });
  await tar.addText("zulip/avatars/records.json", JSON.stringify(records));
  const users = numbered(people).map(({ id, name, email, isDeactivated, image }) => ({
    ...{ id, full_name: name, delivery_email: email, is_active: !isDeactivated, role: 400 },
    avatar_source: image === undefined ? "G" : "U",
  }));
  const realm = { zerver_realm: [{ id: 2, uuid: "0b1c" }], zerver_userprofile: users };
  await tar.addText("zulip/realm.json", JSON.stringify(realm));
  await tar.end();
  return file;
};

async function imports(
  { server: { app }, realm }: Organization,
  name: SourceName,
  file: string,
  options: Partial<SourceOptions> = {},
) {
  const opened = () => openSource(name, file, { workFolder: join(dirname(file), "work"), ...options });
  const organization = await app.identities.realmById(app.database.reader, realm.id);
  const [planning, source] = [await opened(), await opened()];
  try {
    const planned = await survey(app, organization, planning);
    const { tally } = await importFrom(app, organization, source, { fingerprint: await fingerprintOf(file) });
    const leftOut = (list: typeof tally.left_out) =>
      list
        .filter(({ what }) => what === "pictures of people")
        .map(({ reason, count }) => `${count}: ${reason}`)
        .sort();
    return {
      planned: planned.tally.taken.pictures,
      taken: tally.taken.pictures,
      plannedLeftOut: leftOut(planned.tally.left_out),
      leftOut: leftOut(tally.left_out),
      report: JSON.stringify(tally),
    };
  } finally {
    await planning.close();
    await source.close();
  }
}

/** What people look like, by their names: the colour and the version. */
async function looks({ server: { app, http }, realm }: Organization): Promise<Record<string, unknown>> {
  const rows = await app.database.reader
    .selectFrom("user")
    .select(["full_name", "avatar_path", "avatar_source", "avatar_version"])
    .where("realm_id", "=", realm.id)
    .where("avatar_path", "is not", null)
    .orderBy("id")
    .execute();
  const seen: Record<string, unknown> = {};
  for (const { full_name, avatar_path, avatar_source, avatar_version } of rows) {
    const url = `/user_avatars/${avatar_path}.png`;
    const { statusCode, rawPayload } = await http.inject({ url, headers: { host: realm.host } });
    assert.deepEqual([statusCode, avatar_source], [200, "U"]);
    const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height], [100, 100]);
    seen[full_name] = `${data.subarray(0, 3).toString("hex")} ${avatar_version}`;
  }
  return seen;
}

for (const [name, archived, missing] of [
  ["slack", slack, "the archive has only a link to the file"],
  ["mattermost", mattermost, "the archive does not have the file"],
  ["zulip", zulip, "the archive does not have the file"],
] as const)
  test(`people whose accounts are new look as they did, from ${name}`, async (t) => {
    const acme = await org(t);
    acme.stopFollowing(WHY);
    const first = await imports(acme, name, await archived(t, crew(acme)));
    // Bots have pictures in a bulk export; this one is nowhere.
    const missed = name === "mattermost" ? 2 : 1;
    assert.deepEqual([first.planned, first.plannedLeftOut], [4, [`1: ${IN_USE}`, `${missed}: ${missing}`].sort()]);
    assert.equal(first.taken, 2);
    assert.deepEqual(
      first.leftOut,
      [`1: ${IN_USE}`, `1: ${UNUSABLE}`, "1: the file is too large", `${missed}: ${missing}`].sort(),
    );
    if (name === "mattermost") assert(!/ada|ben|deploy/i.test(first.report), "names are ids there");
    const shown = { Ben: "ff0000 2", Cleo: "0000ff 2" };
    assert.deepEqual(await looks(acme), shown);

    const later = await imports(acme, name, await archived(t, crew(acme, blue)));
    assert.deepEqual([later.planned - later.taken, later.taken], [2, 0], "what cannot be used was not taken either");
    assert.deepEqual(await looks(acme), shown, "once is enough");
  });

test("someone who has come meanwhile keeps the picture, or the lack of one", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(WHY);
  const without = crew(acme).map(({ image: _, ...person }) => person);
  assert.equal((await imports(acme, "slack", slack(t, without) as string)).taken, 0);
  await acme.alter((tx) =>
    tx
      .updateTable("user")
      .set({ is_active: true })
      .where("realm_id", "=", acme.realm.id)
      .where("full_name", "=", "Ben")
      .execute(),
  );
  await acme.owner.connection.call(setAvatar, {}, { file: asFile(new Uint8Array(blue), "me.png", "image/png") });
  const { planned, taken, leftOut } = await imports(acme, "slack", slack(t, crew(acme)) as string);
  assert.deepEqual([planned, taken, leftOut.includes(`2: ${IN_USE}`)], [3, 1, true]);
  assert.deepEqual(await looks(acme), { [acme.owner.name]: "0000ff 2", Cleo: "0000ff 2" });
});

test("pictures of Slack come from a folder, in which links are not followed", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(WHY);
  const file = slack(
    t,
    crew(acme).map(({ image: _, ...person }) => person),
  ) as string;
  const folder = join(dirname(file), "files");
  mkdirSync(join(folder, "pictures"), { recursive: true });
  writeFileSync(join(folder, "pictures", "U11.png"), red);
  writeFileSync(join(folder, "pictures", "U12.txt"), "blue");
  writeFileSync(join(folder, "elsewhere.png"), blue);
  symlinkSync(join(folder, "elsewhere.png"), join(folder, "pictures", "U16.png"));
  const { planned, taken, leftOut } = await imports(acme, "slack", file, { folder });
  assert.deepEqual([planned, taken, leftOut], [1, 1, []]);
  assert.deepEqual(await looks(acme), { Ben: "ff0000 2" });
});

test("pictures of Slack are downloaded from Slack only, and without the token", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(WHY);
  const link = (host: string, name: string) => `https://${host}/${name}`;
  const custom = (id: string, links: object, isCustom = true) =>
    slackUser(id, id, { email: `${id}@example.org`, more: { profile: { is_custom_image: isCustom, ...links } } });
  const users = [
    custom("U1", { image_192: link("avatars.slack-edge.com", "red_192.png") }),
    custom("U2", { image_512: link("a.slack-edge.com", "gone.png"), image_192: link("a.slack-edge.com", "blue.png") }),
    custom("U3", { image_512: link("avatars.slack-edge.com.example.org", "red.png") }),
    custom("U4", { image_512: "http://avatars.slack-edge.com/red.png" }),
    custom("U5", { image_512: link("secure.gravatar.com", "red.png") }, false),
    custom("U6", {}),
  ];
  const archive = zipOf([
    ["users.json", users],
    ["channels.json", [slackChannel("C1", "general", ["U1"])]],
  ]);
  const asked: unknown[] = [];
  const open = async ({ url, headers, redirects }: { url: string; headers: object; redirects: number }) => {
    asked.push([url, headers, redirects]);
    const found = url.includes("red") ? red : url.includes("blue") ? blue : undefined;
    return { status: found ? 200 : 404, body: Readable.from(found ? [found] : []) };
  };
  const app = Object.assign(Object.create(acme.server.app) as typeof acme.server.app, { outgoing: { open } });
  const options = { download: { app, token: "xoxp-secret" } };
  const { taken, leftOut } = await imports(acme, "slack", archiveFile(t, "slack.zip", archive), options);
  assert.equal(taken, 2);
  assert.deepEqual(leftOut, ["1: the archive does not have the file", "2: the link does not lead to Slack"]);
  // By the survey, which does not know here that it only plans, and by the import.
  const all = ["red_192.png", "gone.png", "blue.png"];
  assert.deepEqual(
    asked.map((each) => (each as [string])[0].split("/").at(-1)),
    [...all, ...all],
  );
  assert(asked.every((each) => JSON.stringify((each as unknown[]).slice(1)) === "[{},0]"));
  assert.deepEqual(await looks(acme), { U1: "ff0000 2", U2: "0000ff 2" });
});
