import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CHANNELS, type Company, makeCompany, PEOPLE, UNREAD } from "../company.ts";
import type { LoadRequest } from "../load/jobs.ts";
import { type BenchPerson, sendForm } from "../population.ts";
import { load, type Server, startBaseline, startParley } from "../processes.ts";
import { against, byTurns, type Figure, type Scenario } from "../scenario.ts";

/** A current client's request: everything, with all capabilities. */
export const registration = (as: string): LoadRequest => ({
  method: "POST",
  path: "/api/v1/register",
  as,
  form: { apply_markdown: "true", client_gravatar: "false", slim_presence: "true", client_capabilities: CURRENT },
});

const declared = (...names: string[]) =>
  JSON.stringify({ notification_settings_null: true, ...Object.fromEntries(names.map((name) => [name, true])) });

const CURRENT = declared(
  "bulk_message_deletion",
  "stream_typing_notifications",
  "user_settings_object",
  "linkifier_url_template",
  "user_list_incomplete",
  "include_deactivated_groups",
  "archived_channels",
  "empty_topic_name",
  "simplified_presence_events",
);

/** Four kinds of clients, as different as real ones. */
const KINDS = [
  { client_capabilities: CURRENT, apply_markdown: "true" },
  { client_capabilities: CURRENT, apply_markdown: "false" },
  { client_capabilities: declared("bulk_message_deletion"), apply_markdown: "true" },
  { apply_markdown: "false" },
];

const QUEUES = 5000;

interface RegistrationState {
  realm_users: unknown[];
  streams: unknown[];
  unread_msgs: { count: number };
}

/** A response of Parley, after checking that it contains what was requested. */
async function answerOf(parley: Server, { reader }: Company): Promise<string> {
  const requests = [registration(reader.login)];
  const [answer = ""] = await load({ kind: "batch", port: parley.port, connections: 1, requests });
  const { realm_users, streams, unread_msgs } = JSON.parse(answer) as RegistrationState;
  const counts = [realm_users.length, streams.length, unread_msgs.count];
  if (String(counts) !== String([PEOPLE, CHANNELS, UNREAD])) throw new Error(`The answer holds ${counts}.`);
  return answer;
}

async function measureAnswer(parley: Server, company: Company): Promise<Figure> {
  const answer = await answerOf(parley, company);
  const answerFile = join(company.directory, "..", "answer.json");
  await writeFile(answerFile, answer);
  const { directory, realmId, reader } = company;
  const file = join(directory, "parley.db");
  const bare = await startBaseline("registration", file, String(realmId), String(reader.id), answerFile);
  const rate = (server: Server, request: LoadRequest) => {
    const job = { kind: "closed-loop" as const, connections: 1, warmUpSeconds: 1, seconds: 4, requests: [request] };
    return against(server, () => load({ ...job, port: server.port }));
  };
  try {
    const bareRequest: LoadRequest = { method: "GET", path: "/register" };
    const [theirs = ""] = await load({ kind: "batch", port: bare.port, connections: 1, requests: [bareRequest] });
    if (Math.abs(theirs.length / answer.length - 1) > 0.02)
      throw new Error(`The bare answer has ${theirs.length} characters, Parley's ${answer.length}.`);
    const rates = await byTurns(
      () => rate(parley, registration(reader.login)),
      () => rate(bare, bareRequest),
      3,
    );
    // At most three times as long as the minimal server.
    return { what: "POST /register, 5,000 users, 20,000 unread", unit: "/s", ...rates, target: { atLeast: 0.33 } };
  } finally {
    await bare.stop();
  }
}

/** How often a message is formatted for everyone's queues. */
async function countShapings(parley: Server, { people, reader, everybody }: Company): Promise<Figure> {
  const requests = Array.from({ length: QUEUES }, (_, index) => ({
    ...registration((people[index % people.length] as BenchPerson).login),
    form: { event_types: '["message"]', fetch_event_types: "[]", ...KINDS[index % KINDS.length] },
  }));
  await load({ kind: "batch", port: parley.port, connections: 16, requests });
  const before = await counters(parley);
  const send: LoadRequest = {
    method: "POST",
    path: "/api/v1/messages",
    as: reader.login,
    // Keeps the number of unread messages the same.
    form: { ...sendForm(everybody, "topic", "**Hello** everybody"), read_by_sender: "true" },
  };
  await load({ kind: "batch", port: parley.port, connections: 1, requests: [send] });
  const after = await counters(parley);
  const delivered = after.delivered - before.delivered;
  if (delivered !== QUEUES) throw new Error(`${delivered} of ${QUEUES} queues have heard it.`);
  return {
    what: "shapings of an event for 5,000 queues",
    unit: "",
    parley: after.shaped - before.shaped,
    target: { atMost: KINDS.length },
  };
}

export async function counters({ port }: Server): Promise<{ shaped: number; delivered: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const numberOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
  return { shaped: numberOf("parley_events_shaped_total"), delivered: numberOf("parley_events_delivered_total") };
}

export const registering: Scenario = {
  name: "registration",
  question: "How often a second can one register with 5,000 users, 500 channels and 20,000 unread messages?",
  async measureAlone() {
    const company = await makeCompany();
    try {
      const parley = await startParley(company.directory);
      try {
        // Before other queues exist, which would receive it too.
        const shapings = await countShapings(parley, company);
        return [await measureAnswer(parley, company), shapings];
      } finally {
        await parley.stop();
      }
    } finally {
      await company.remove();
    }
  },
};
