/** Begins a session: asks who this is, registers, and keeps the store up to date from then on. */
import { Connection, MessageCache, Outbox, ReadMarks, Sync } from "@parley/client";
import type { Session } from "../state/session.tsx";
import { type Link, linkState } from "./link.ts";

interface Here {
  readonly user_id: number | null;
  readonly may_visit: boolean;
  readonly csrf_token: string;
  readonly realm_name: string;
}

/** What the page at the root is told before anything else. */
async function whoIsHere(): Promise<Here> {
  const response = await fetch("/session", { credentials: "include" });
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
  return (await response.json()) as Here;
}

export const signInAddress = (): string => `/login/?next=${encodeURIComponent(`/${location.hash}`)}`;

/** Undefined when the browser is on its way to the sign-in page. */
export async function beginSession(link: Link = linkState): Promise<Session | undefined> {
  const here = await whoIsHere();
  if (here.user_id === null && !here.may_visit) {
    location.replace(signInAddress());
    return undefined;
  }
  const connection = new Connection({ url: location.origin, csrfToken: here.csrf_token });
  const sync = new Sync(connection, {
    transport: "socket",
    onEvent: () => link.isUp(),
    onStore: () => link.isUp(),
    onTrouble: () => link.isDown(),
    onSignedOut: () => link.isOver(),
  });
  const store = await sync.start();
  const messages = new MessageCache(connection, store);
  const outbox = new Outbox({ connection, cache: messages, queueId: () => sync.queueId });
  const readMarks = new ReadMarks(connection, store);
  link.subscribe(() => {
    if (link.state.kind !== "up") return;
    outbox.resume();
    readMarks.resume();
  });
  return { connection, sync, store, messages, outbox, readMarks, isVisitor: here.user_id === null };
}
