/** What the tests of exports share. */
import type { Organization, Person } from "../../test/index.ts";
import { asFile, uploads } from "../messages/uploads/testing.ts";
import { createReminder } from "../personal/reminders/contract.ts";
import { createScheduledMessage } from "../personal/scheduled-messages/contract.ts";

/** An organization in which every text says who can see it. */
export async function worldOfSecrets(acme: Organization) {
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  await acme.channel("open", [ada, ben, cem]);
  await acme.channel("team", [ada, ben], { invite_only: true, history_public_to_subscribers: true });
  await acme.channel("closed", [ben, cem], { invite_only: true, history_public_to_subscribers: true });
  await acme.channel("vault", [ben, cem], { invite_only: true, history_public_to_subscribers: false });
  const file = async (by: Person, text: string) => `[f](/user_uploads/${await uploads(by, asFile(text))})`;
  await ben.sends("#open > open-topic", `said-in-open ${await file(ben, "file-in-open")}`);
  await ben.sends("#team > team-topic", `said-in-team ${await file(ben, "file-in-team")}`);
  await cem.sends("#closed > closed-topic", `said-in-closed ${await file(cem, "file-in-closed")}`);
  await ben.sends("#vault > early-topic", "said-early-in-vault");
  const adds = (person: Person) =>
    ben.asks("POST", "/users/me/subscriptions", {
      subscriptions: JSON.stringify([{ name: "vault" }]),
      principals: JSON.stringify([person.id]),
    });
  await adds(ada);
  await ben.sends("#vault > late-topic", "said-late-in-vault");
  await ada.asks("DELETE", "/users/me/subscriptions", { subscriptions: JSON.stringify(["vault"]) });
  await ben.sends("#vault > missed-topic", "said-meanwhile-in-vault");
  await adds(ada);
  const toAda = await ben.writes(ada, "written-to-ada");
  const toCem = await ben.writes(cem, `written-to-cem ${await file(ben, "file-to-cem")}`);
  const scheduled_delivery_timestamp = Math.floor(acme.clock.now() / 1000) + 86_400;
  for (const [person, message_id, name] of [
    [ada, toAda, "ada"],
    [cem, toCem, "cem"],
  ] as const) {
    const content = `planned-by-${name} ${await file(person, `file-planned-by-${name}`)}`;
    const planned = { type: "direct" as const, to: [ben.id], content, scheduled_delivery_timestamp };
    await person.call(createScheduledMessage, planned);
    await person.call(createReminder, { message_id, scheduled_delivery_timestamp, note: `noted-by-${name}` });
  }
  await uploads(ada, asFile("kept-by-ada"));
  await uploads(cem, asFile("kept-by-cem"));
  await keepsNotes(ada, "ada");
  await keepsNotes(cem, "cem");
  await cem.asks("PATCH", "/settings", { email_address_visibility: "4" });
  await ada.asks("PATCH", "/settings", { allow_private_data_export: "true" });
  await acme.owner.asks("PATCH", "/settings", { allow_private_data_export: "true" });
  return { ada, ben, cem };
}

async function keepsNotes(person: Person, of: string): Promise<void> {
  const draft = { type: "", to: [], topic: "", content: `draft-of-${of}` };
  await person.asks("POST", "/drafts", { drafts: JSON.stringify([draft]) });
  await person.asks("POST", "/saved_snippets", { title: "Snippet", content: `snippet-of-${of}` });
  await person.asks("POST", "/navigation_views", { fragment: "x", is_pinned: "true", name: `view-of-${of}` });
}

const notesOf = (of: string) => [`draft-of-${of}`, `snippet-of-${of}`, `view-of-${of}`];

export const EVERYWHERE = ["said-in-open", "open-topic"];
export const OF_ADA = [
  ...["said-in-team", "team-topic", "said-late-in-vault", "late-topic"],
  ...["written-to-ada", "planned-by-ada", "noted-by-ada"],
  ...notesOf("ada"),
];
export const OF_OTHERS = [
  ...["said-in-closed", "closed-topic", "said-early-in-vault", "early-topic"],
  ...["said-meanwhile-in-vault", "missed-topic"],
  ...["written-to-cem", "planned-by-cem", "noted-by-cem"],
  ...notesOf("cem"),
];
