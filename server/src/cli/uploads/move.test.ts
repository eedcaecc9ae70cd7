/** Uploaded files are moved to an S3 store and back, whatever happens in between. */
import assert from "node:assert/strict";
import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import { startStore } from "../../../test/s3-store.ts";
import { installation, parley, parleyAlone, serve } from "../testing.ts";

/** The demo has a picture in a message, and pictures of people. */
async function demoWithStore(t: TestContext, engine: "sqlite" | "postgres") {
  const more: NodeJS.ProcessEnv = {};
  if (engine === "postgres") {
    const { url, drop } = await makeDatabase();
    t.after(drop);
    more.PARLEY_DATABASE_URL = url;
  }
  const { env } = installation(t, more);
  assert.equal((await parley(env, ["demo", "--json"])).code, 0);
  let remaining = Number.POSITIVE_INFINITY;
  const store = await startStore(t, {
    before: async ({ method, socket }) => void (method === "PUT" && remaining-- <= 0 && socket.destroy()),
  });
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store.config;
  const onStore = {
    ...env,
    ...{ PARLEY_S3_ENDPOINT: endpoint, PARLEY_S3_BUCKET: bucket, PARLEY_S3_REGION: region },
    ...{ PARLEY_S3_ACCESS_KEY_ID: accessKeyId, PARLEY_S3_SECRET_ACCESS_KEY: secretAccessKey },
  };
  const uploads = join(env.PARLEY_DATA as string, "uploads");
  /** What is on the disk, without what is made again. */
  const onDisk = () =>
    new Map(
      globSync("{files,avatars,emoji}/**/*.*", { cwd: uploads }).map((key) => [key, readFileSync(join(uploads, key))]),
    );
  const inStore = () => new Map([...store.objects].map(([name, content]) => [name.slice("/files/".length), content]));
  return { ...store, env, onStore, uploads, onDisk, inStore, failAfter: (puts: number) => (remaining = puts) };
}

const sorted = (files: ReadonlyMap<string, Buffer>) => [...files].sort(([one], [other]) => (one < other ? -1 : 1));

for (const engine of ["sqlite", "postgres"] as const)
  test(`uploads move to a store and back (${engine})`, { skip: engine === "postgres" && !POSTGRES }, async (t) => {
    const { env, onStore, objects, uploads, onDisk, inStore, failAfter } = await demoWithStore(t, engine);
    const before = onDisk();
    assert.ok(before.size > 0);
    const move = (to: string, ...flags: string[]) => parley(onStore, ["uploads", "move", "--to", to, ...flags]);

    const unset = await parley(env, ["uploads", "move", "--to", "s3"]);
    assert.deepEqual([unset.code, /Set PARLEY_S3_ENDPOINT/.test(unset.stderr)], [2, true]);
    failAfter(0);
    const failed = await move("s3");
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /^parley: The file store cannot be reached/);
    failAfter(Number.POSITIVE_INFINITY);

    const copied = await move("s3");
    assert.deepEqual(
      [copied.code, copied.stdout],
      [0, `Copied and compared ${before.size} files; 0 were there already.\n`],
      copied.stderr,
    );
    assert.deepEqual(sorted(inStore()), sorted(before));
    const [damaged = ""] = [...objects.keys()];
    objects.set(damaged, Buffer.alloc(objects.get(damaged)?.length ?? 0));
    const json = JSON.parse((await move("s3", "--compare", "--json")).stdout);
    const present = { present: before.size - 1, missing: 0, removed: 0 };
    assert.deepEqual(json, { copied: 1, bytes: objects.get(damaged)?.length, ...present });
    assert.deepEqual(sorted(inStore()), sorted(before));

    // Gone from the disk: the server has what it needs in the store.
    rmSync(uploads, { recursive: true });
    const lost = [...objects.keys()].find((name) => name.startsWith("/files/files/")) as string;
    const content = objects.get(lost) as Buffer;
    objects.delete(lost);
    assert.match((await move("disk")).stdout, /1 files are missing in both places\.\n$/);
    objects.set(lost, content);
    assert.match((await move("disk")).stdout, /^Copied and compared 1 files;/);
    assert.deepEqual(sorted(onDisk()), sorted(before));

    await serve(t, env);
    assert.match((await move("disk", "--remove")).stderr, /A server is using this data/);
    assert.equal(objects.size, before.size);
  });

test("the originals are removed when they are asked to be", async (t) => {
  const { onStore, onDisk, inStore } = await demoWithStore(t, "sqlite");
  const before = onDisk();
  const { code, stdout, stderr } = await parleyAlone(onStore, ["uploads", "move", "--to", "s3", "--remove"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, new RegExp(`Removed ${before.size} originals\\.\n$`));
  assert.deepEqual([onDisk().size, sorted(inStore())], [0, sorted(before)]);
});
