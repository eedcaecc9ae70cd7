/** Gives a request to a reading thread, if there is one (decision 109). */
import { isVisitor } from "../access/roles.ts";
import type { Operation, RawParameters } from "../api/index.ts";
import type { OpenContext } from "../context.ts";
import { nameOf, type ReadAnswer } from "../reading/task.ts";
import { mayCompress } from "./compressed.ts";
import type { Incoming } from "./incoming.ts";

interface Asked {
  readonly operation: Operation;
  readonly sent: RawParameters;
  readonly path: RawParameters;
  readonly asksForMuch: boolean | undefined;
}

/**
 * Undefined if no thread is ready: then the request is handled here. `"unanswered"` if a thread could not answer it: then it
 * is handled here as well, but time has passed since its caller was identified.
 */
export async function readInThread(
  { app, realm, user, now, client, dialect, userAgent, ip, session }: OpenContext,
  { headers }: Incoming,
  { operation, sent, path, asksForMuch }: Asked,
): Promise<ReadAnswer | "unanswered" | undefined> {
  if (!user) return undefined;
  const userId = isVisitor(user) ? null : user.id;
  const taskOf = () => ({
    operation: nameOf(operation),
    realmId: realm.id,
    version: realm.version,
    userId,
    ...{ sent, path, now, client, dialect, userAgent, ip, session },
    mayCompress: mayCompress(headers),
  });
  return app.readingThreads.run(userId ?? ip, taskOf, { asksForMuch });
}
