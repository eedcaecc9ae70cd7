import assert from "node:assert/strict";
import { test } from "node:test";
import { filesIn, writersOf } from "./written.ts";

test("who wrote, the last first, and when", () => {
  const messages = [
    { sender_id: 7, timestamp: 10 },
    { sender_id: 9, timestamp: 20 },
    { sender_id: 7, timestamp: 30 },
  ];
  assert.deepEqual(writersOf(messages), [
    { userId: 7, lastAt: 30 },
    { userId: 9, lastAt: 20 },
  ]);
});

test("files are found once each, pictures known as such, thumbnails and links elsewhere left out", () => {
  const content = `<p><a href="/user_uploads/2/ab/first%20paint.png">first paint.png</a>
    <img src="/user_uploads/thumbnail/2/ab/first%20paint.png/840x560.webp">
    <a href="/user_uploads/2/cd/slow-phones.csv">slow-phones.csv</a> <a href="https://example.com/a.png">a</a></p>`;
  const files = filesIn([
    { content, timestamp: 5 },
    { content: '<a href="/user_uploads/2/cd/slow-phones.csv">again</a>', timestamp: 9 },
  ]);
  assert.deepEqual(
    files.map(({ name, isImage, at }) => [name, isImage, at]),
    [
      ["slow-phones.csv", false, 9],
      ["first paint.png", true, 5],
    ],
  );
});
