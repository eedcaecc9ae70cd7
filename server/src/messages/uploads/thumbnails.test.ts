import assert from "node:assert/strict";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { getMessages } from "../contract.ts";
import { asFile, picture, reads, storedIn, uploads } from "./testing.ts";

async function thumbnail(acme: Organization, person: Person, pathId: string, format: string) {
  const response = await acme.server.fetch(`${acme.realm.url}/user_uploads/thumbnail/${pathId}/${format}`, {
    headers: { authorization: `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString("base64")}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const image = response.ok ? await sharp(bytes, { animated: true }).metadata() : undefined;
  return { status: response.status, type: response.headers.get("content-type"), image };
}

async function shownIn(person: Person, pathId: string): Promise<string> {
  const anchor = await person.writes(person, `[it](/user_uploads/${pathId})`);
  const page = await person.call(getMessages, { anchor: String(anchor), num_before: 0, num_after: 0 });
  return page.messages[0]?.content as string;
}

async function animation(frames: number): Promise<File> {
  const colours = ["red", "green", "blue", "black"].slice(0, frames);
  const images = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 90, height: 60, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const gif = await sharp(images, { join: { animated: true } })
    .gif()
    .toBuffer();
  return asFile(new Uint8Array(gif), "moving.gif", "image/gif");
}

test("thumbnails are created after the upload, scaled down and never up", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const large = await uploads(ada, await picture(1680, 400));
  await acme.server.app.jobs.settled();
  assert.ok(storedIn(acme, "thumbnails").some((file) => file.endsWith(`${large}/840x560.webp`)));
  const { status, type, image } = await thumbnail(acme, ada, large, "840x560.webp");
  assert.deepEqual([status, type, image?.format, image?.width, image?.height], [200, "image/webp", "webp", 840, 200]);
  const small = await thumbnail(acme, ada, await uploads(ada, await picture(30, 20)), "840x560.webp");
  assert.deepEqual([small.image?.width, small.image?.height], [30, 20]);
});

test("a missing thumbnail is created on request, once for concurrent requests", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const pathId = await uploads(ada, await picture(900, 600));
  await acme.server.app.jobs.settled();
  await acme.server.app.storage.remove([`thumbnails/${pathId}/840x560.webp`]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => thumbnail(acme, ada, pathId, "840x560.webp")));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  const other = await thumbnail(acme, ada, pathId, "300x200.webp");
  assert.equal(other.image?.width, 840, "the nearest one stands for one that there is not");
  assert.equal((await thumbnail(acme, ada, pathId, "840x560-anim.webp")).status, 200);
  assert.equal((await thumbnail(acme, ada, pathId, "huge")).status, 404);
});

test("users who can read the file can read its thumbnail", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const pathId = await uploads(ada, await picture(900, 600));
  assert.equal((await thumbnail(acme, ben, pathId, "840x560.webp")).status, 403);
  assert.equal((await reads(acme, `/user_uploads/thumbnail/${pathId}/840x560.webp`)).status, 401);
  assert.equal((await thumbnail(acme, ada, `${acme.realm.id}/1/x/y.png`, "840x560.webp")).status, 404);
});

test("an image is shown in the message that links to it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const pathId = await uploads(ada, await picture(1680, 400));
  const src = `/user_uploads/thumbnail/${pathId}/840x560.webp`;
  assert.equal(
    await shownIn(ada, pathId),
    `<p><a href="/user_uploads/${pathId}">it</a></p>\n<div class="message_inline_image"><a href="/user_uploads/${pathId}" title="it"><img data-original-content-type="image/png" data-original-dimensions="1680x400" src="${src}"></a></div>`,
  );
  assert.equal((await reads(acme, src, ada)).status, 200, "at once");
  assert.ok(!(await shownIn(ben, pathId)).includes("<img"), "not to who may not read it");
});

test("animated images get animated thumbnails", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const pathId = await uploads(ada, await animation(3));
  assert.match(await shownIn(ada, pathId), /<img data-animated="true" .*src="[^"]*\/840x560-anim\.webp">/);
  const [moving, still] = [
    await thumbnail(acme, ada, pathId, "840x560-anim.webp"),
    await thumbnail(acme, ada, pathId, "840x560.webp"),
  ];
  assert.deepEqual([moving.image?.pages, still.image?.pages ?? 1], [3, 1]);
});

test("formats that browsers cannot show get a large version that they can", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const pathId = await uploads(ada, await picture(60, 90, "tiff"));
  assert.match(await shownIn(ada, pathId), /data-transcoded-image="3024x4032.webp"/);
  const { image } = await thumbnail(acme, ada, pathId, "3024x4032.webp");
  assert.deepEqual([image?.width, image?.height], [60, 90]);
});

test("thumbnails are upright", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const turned = await sharp({ create: { width: 60, height: 30, channels: 3, background: "teal" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const pathId = await uploads(ada, asFile(new Uint8Array(turned), "turned.jpg", "image/jpeg"));
  assert.match(await shownIn(ada, pathId), /data-original-dimensions="30x60"/);
  const { image } = await thumbnail(acme, ada, pathId, "840x560.webp");
  assert.deepEqual([image?.width, image?.height], [30, 60]);
});

/** A PNG whose header declares more than its data. */
function grown(png: Uint8Array<ArrayBuffer>, width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return new Uint8Array(bytes);
}

/** A black interlaced PNG with one bit per pixel: decoding any of it needs all of it in memory. */
function interlaced(png: Uint8Array<ArrayBuffer>, width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.from(grown(png, width, height)).subarray(0, 33);
  head.set([1, 0, 0, 0, 1], 24);
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29);
  // Slightly more than one bit per pixel: each pass pads its lines to whole bytes.
  const data = deflateSync(Buffer.alloc((width * height) / 8 + height * 8));
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from("IDAT"), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return new Uint8Array(Buffer.concat([head, chunk, png.subarray(-12)]));
}

const LARGEST_GIF = 20 * 1024 * 1024;

test("files that only claim to be images, are too large or are broken get no thumbnail, and do no harm", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const whole = new Uint8Array(await (await picture(900, 600)).arrayBuffer());
  const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } })
    .gif()
    .toBuffer();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>`;
  const files: [string, File][] = [
    ["text", asFile("not an image", "a.png", "image/png")],
    ["svg", asFile(svg, "a.svg", "image/svg+xml")],
    ["svg that says png", asFile(svg, "a.png", "image/png")],
    ["too many pixels", asFile(grown(whole, 10_000, 9_001), "huge.png", "image/png")],
    ["too wide", await picture(30_001, 2)],
    ["too many pixels to be held at once", asFile(interlaced(whole, 6000, 5008), "passes.png", "image/png")],
    [
      "too large a file that moves",
      asFile(new Uint8Array(Buffer.concat([gif, Buffer.alloc(LARGEST_GIF)])), "a.gif", "image/gif"),
    ],
    ["cut off", asFile(whole.slice(0, 300), "cut.png", "image/png")],
  ];
  for (const [what, file] of files) {
    const pathId = await uploads(ada, file);
    await acme.server.app.jobs.settled();
    assert.equal((await thumbnail(acme, ada, pathId, "840x560.webp")).status, 404, what);
    assert.ok(!(await shownIn(ada, pathId)).includes("<img"), what);
    assert.equal((await reads(acme, `/user_uploads/${pathId}`, ada)).status, 200, "it can be read nevertheless");
  }
});
