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
}

/** Undefined if no thread is ready, or if the thread could not answer: then the request is handled here. */
export async function readInThread(
  { app, realm, user, now, client, dialect, userAgent, ip, session }: OpenContext,
  { headers }: Incoming,
  { operation, sent, path }: Asked,
): Promise<ReadAnswer | undefined> {
  if (!user || !app.readingThreads.areReady) return undefined;
  return app.readingThreads.run({
    operation: nameOf(operation),
    realmId: realm.id,
    version: realm.version,
    userId: isVisitor(user) ? null : user.id,
    ...{ sent, path, now, client, dialect, userAgent, ip, session },
    mayCompress: mayCompress(headers),
  });
}
