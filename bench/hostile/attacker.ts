/** The attacker's process: runs one attack and reports the responses. */
import { setPriority } from "node:os";
import { attacks } from "./attacks/index.ts";
import { type AttackJob, Enemy } from "./enemy.ts";

process.once("message", async (job: AttackJob) => {
  // A real attacker has another machine; here it must not take the server's processor.
  setPriority(10);
  const attack = attacks.find(({ name }) => name === job.name);
  const enemy = new Enemy(job);
  await attack?.run(enemy);
  process.send?.({ answers: enemy.answers, isUnfinished: false });
});
process.send?.("ready");
