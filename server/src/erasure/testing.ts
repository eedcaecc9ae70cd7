/** Erasures in tests: they need a browser, in which the person confirms their identity. */
import { Browser } from "../../test/browser.ts";
import type { Heard, Organization, Person } from "../../test/index.ts";
import type { App } from "../kernel/context.ts";
import { confirms } from "../people/second-factors/testing.ts";
import { PASSWORD, withPassword } from "../people/sign-in/testing.ts";

export async function signedIn(acme: Organization, person: Person): Promise<Browser> {
  await withPassword(acme, person);
  const browser = new Browser(acme);
  await browser.signsIn(person.email, PASSWORD);
  return browser;
}

export async function erases(browser: Browser, who: number | "me", form: Record<string, string> = {}) {
  const confirmation = await confirms(browser);
  return browser.calls(`POST /users/${who}/erase`, { confirmation, ...form });
}

/** Until nothing is left to do, past the time that clients have to receive what happened. These people's clients do. */
export async function isCarriedOut(acme: Organization, ...listening: readonly Person[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  const { app } = acme.server;
  for (let minutes = 0; minutes < 30; minutes++) {
    await app.jobs.settled();
    for (const person of listening) heard.push(...(await person.catchesUp()));
    if (!(await isWaiting(app))) return heard;
    await app.queues.maintain();
    await acme.clock.advance({ minutes: 1 });
  }
  throw new Error("The erasure is not finished after half an hour.");
}

async function isWaiting({ database }: App): Promise<boolean> {
  const job = await database.reader
    .selectFrom("job")
    .select("id")
    .where("kind", "in", ["erase_traces", "finish_erasure"])
    .where("failed", "=", false)
    .executeTakeFirst();
  return job !== undefined;
}
