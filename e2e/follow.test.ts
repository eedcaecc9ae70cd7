/** `parley follow` of one running server by another installation, under load, killed on either side at random. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { messageDeletion, messageEditing, messages, reactions } from "@parley/server/contract";
import { Dice } from "../server/src/imports/testing.ts";
import type { Person } from "./support/person.ts";
import { engines, type Installation, newInstallation, newNode, newServer } from "./support/server.ts";
import { until } from "./support/until.ts";

const PARLEY = fileURLToPath(import.meta.resolve("../server/dist/parley.js"));
const KILLS = 4;

function command({ env }: Installation, args: readonly string[]) {
  const child = spawn(process.execPath, [PARLEY, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      written += text;
    });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, written }));
  return { child, ended };
}

/** Everything that a person reads, as it is compared. */
async function readBy(person: Person): Promise<unknown[]> {
  const found = [];
  for (const narrow of [[{ operator: "is", operand: "dm" }], [{ operator: "channels", operand: "public" }]]) {
    const page = { anchor: "newest", num_before: 5000, num_after: 0, apply_markdown: false, narrow } as const;
    const answer = await person.call(messages.getMessages, page);
    for (const { id, content, subject, reactions: given, flags, last_edit_timestamp } of answer.messages)
      found.push({
        id,
        content,
        subject,
        reactions: given.length,
        flags: flags.filter((flag) => flag !== "historical"),
        last_edit_timestamp,
      });
  }
  return found;
}

for (const engine of engines)
  test(`an organization is followed under load, killed on either side, on ${engine}`, async (t) => {
    const there = await newServer(t, engine);
    const here = await newInstallation(t, engine);
    const [olivia, ada, ben] = [there.owner as Person, await there.member("Ada"), await there.member("Ben")];
    for (const person of [olivia, ada, ben]) await person.joins("launch");
    const folder = here.env.PARLEY_DATA as string;
    const keys = [olivia, ada].map((person, position) => {
      const file = join(folder, `${position}.zuliprc`);
      const { email, apiKey } = person;
      writeFileSync(file, `[api]\nemail=${email}\nkey=${apiKey}\nsite=${there.address}\n`);
      return ["--key-file", file];
    });
    const args = ["follow", there.address, ...keys.flat()];

    const dice = new Dice(engine === "sqlite" ? 5 : 6);
    let isOver = false;
    t.after(() => {
      isOver = true;
    });
    const sent: number[] = [];
    const live = async () => {
      for (let n = 0; !isOver; n++)
        try {
          if (n % 5 === 4) await ada.call(messages.sendMessage, { type: "direct", to: [ben.id], content: `Psst ${n}` });
          else sent.push(await dice.pick([ada, ben]).sends("launch", `t${dice.below(3)}`, `Hello ${n}`));
          if (n % 3 === 0) await ben.call(reactions.addReaction, { message_id: dice.pick(sent), emoji_name: "tada" });
          if (n % 7 === 0) await olivia.call(messageDeletion.deleteMessage, { message_id: dice.pick(sent) });
          if (n % 4 === 0)
            await olivia.call(messageEditing.editMessage, { message_id: dice.pick(sent), topic: "elsewhere" });
          await sleep(20);
        } catch {
          // Refused because a message is gone, or not answered because the server is.
          await sleep(50);
        }
    };
    const living = live();
    for (let kill = 0; kill < KILLS; kill++) {
      const { child, ended } = command(here, args);
      await until("it has begun", () => existsSync(join(folder, "follow.json")));
      await sleep(1500 + dice.below(2500));
      if (kill % 2 === 0) {
        await there.kill();
        await there.start();
        await sleep(dice.below(1500));
      }
      assert.equal(child.exitCode, null, `It ended by itself: ${child.exitCode === null ? "" : (await ended).written}`);
      child.kill("SIGKILL");
      await ended;
    }
    const refused = await newNode(here);
    await assert.rejects(refused.start(), /follows another server/);
    isOver = true;
    await living;

    const { code, written } = await command(here, [...args, "--once"]).ended;
    assert.equal(code, 0, written);
    assert.match(written, /Both are equal, as seen by 2 people/);
    assert.ok(!written.includes(ada.apiKey));
    const ended = await command(here, [...args, "--end"]).ended;
    assert.equal(ended.code, 0, ended.written);
    const doctor = await command(here, ["doctor"]).ended;
    assert.equal(doctor.code, 0, doctor.written);
    const server = await newNode(here);
    await server.start();
    for (const person of [olivia, ada]) {
      const key = await command(here, ["user", "api-key", person.email]).ended;
      const same = server.as({ ...person, apiKey: key.written.trim() } as Person);
      assert.deepEqual(await readBy(same), await readBy(person));
    }
  });
