/** Images that are small as files and huge when decoded, and files requested in many ways. */
import { crc32, deflateSync } from "node:zlib";
import { type Attack, type Enemy, multipart } from "../enemy.ts";

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
  return Buffer.concat([head, data, sum]);
}

/** One bit per pixel, all the same: thousands of times smaller than the decoded image. */
function png(width: number, height: number, bits = 1): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  const rows = deflateSync(Buffer.alloc((Math.ceil((width * bits) / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** A PNG with a compressed text chunk, which the image does not need. */
function pngWithText(): Buffer {
  const plain = png(64, 64);
  const bomb = chunk("zTXt", Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(200_000_000))]));
  return Buffer.concat([plain.subarray(0, 33), bomb, plain.subarray(33)]);
}

/** Frames of one pixel on a large canvas. */
function gif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(13);
  screen.write("GIF89a", "latin1");
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  screen[10] = 0x80;
  const colours = Buffer.from([0, 0, 0, 255, 255, 255]);
  const control = [0x21, 0xf9, 4, 4, 1, 0, 0, 0];
  const descriptor = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0];
  const pixels = [2, 2, 0x44, 1, 0];
  const frame = Buffer.from([...control, ...descriptor, ...pixels]);
  return Buffer.concat([screen, colours, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

const FILES = {
  "png-of-90-megapixels": () => ({ file: "a.png", type: "image/png", value: png(9480, 9480) }),
  "png-of-90-megapixels-16-bit": () => ({ file: "a.png", type: "image/png", value: png(9480, 9480, 16) }),
  "png-of-2-gigapixels": () => ({ file: "a.png", type: "image/png", value: png(46_000, 46_000) }),
  "png-of-one-row": () => ({ file: "a.png", type: "image/png", value: png(1_000_000, 80) }),
  "png-with-text": () => ({ file: "a.png", type: "image/png", value: pngWithText() }),
  "gif-of-5000-frames": () => ({ file: "a.gif", type: "image/gif", value: gif(100, 100, 5000) }),
  "gif-of-large-frames": () => ({ file: "a.gif", type: "image/gif", value: gif(3000, 3000, 1000) }),
  "gif-of-100000-frames": () => ({ file: "a.gif", type: "image/gif", value: gif(1, 1, 100_000) }),
} as const;

/** Uploads the file, requests every size, and uses it as an avatar and an emoji. */
async function use(enemy: Enemy, file: { file: string; type: string; value: Buffer }, count: number): Promise<void> {
  const body = multipart([{ name: "file", ...file }]);
  if (count % 4 === 1) await enemy.ask("POST", "/users/me/avatar", body);
  else if (count % 4 === 2) await enemy.ask("POST", `/realm/emoji/bomb${enemy.me.id}x${count}`, body);
  else await lookedAt(enemy, body);
}

async function lookedAt(enemy: Enemy, body: ReturnType<typeof multipart>): Promise<void> {
  const { body: answer } = await enemy.ask("POST", "/user_uploads", body);
  const { url } = JSON.parse(answer.toString() || "{}") as { url?: string };
  if (url === undefined) return;
  const path = url.replace("/user_uploads/", "/");
  await Promise.all(
    ["840x560.webp", "840x560-anim.webp", "4032x3024.webp"].map((size) =>
      enemy.get(`//user_uploads/thumbnail${path}/${size}`),
    ),
  );
}

const pictures: Attack[] = Object.entries(FILES).map(([name, make]) => ({
  name: `picture-${name}`,
  seconds: 4,
  run(enemy) {
    const file = make();
    return enemy.storm((count) => use(enemy, file, count));
  },
}));

const MIB = 1024 * 1024;

const others: Attack[] = [
  {
    name: "picture-emoji-flood",
    seconds: 3,
    run(enemy) {
      const body = multipart([{ name: "file", file: "a.png", type: "image/png", value: png(64, 64) }]);
      return enemy.storm((count) => enemy.ask("POST", `/realm/emoji/flood${enemy.me.id}x${count}`, body));
    },
  },
  {
    name: "picture-avatars",
    seconds: 3,
    run(enemy) {
      const body = multipart([{ name: "file", file: "a.png", type: "image/png", value: png(3000, 3000) }]);
      return enemy.storm(() => enemy.ask("POST", "/users/me/avatar", body));
    },
  },
  {
    name: "upload-of-100-mib",
    seconds: 4,
    run(enemy) {
      const body = multipart([{ name: "file", file: "a.bin", value: Buffer.alloc(99 * MIB) }]);
      return enemy.storm(() => enemy.ask("POST", "/user_uploads", body), 2);
    },
  },
  {
    name: "upload-ranges",
    seconds: 4,
    async run(enemy) {
      const upload = multipart([{ name: "file", file: "a.bin", value: Buffer.alloc(20 * MIB) }]);
      const { body } = await enemy.ask("POST", "/user_uploads", upload);
      const { url = "" } = JSON.parse(body.toString() || "{}") as { url?: string };
      const many = `bytes=${Array.from({ length: 1000 }, (_, number) => `${number}-`).join(",")}`;
      const ranges = ["bytes=0-", "bytes=0-0", "bytes=-1", many, "bytes=5-4", `bytes=${"9".repeat(400)}-`];
      await enemy.storm((count) =>
        enemy.ask("GET", `/${url}`, undefined, { range: ranges[count % ranges.length] as string }),
      );
    },
  },
];

export const pictureAttacks: readonly Attack[] = [...pictures, ...others];
