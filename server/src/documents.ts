/** Documents of the whole contract, made in a thread of their own: anybody can ask for them, and on the event loop all others would wait for half a second. */
import { Worker } from "node:worker_threads";
import type { Documents, DocumentsTask } from "./kernel/http/documents.ts";

const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

export function documentsInThread(workerData: DocumentsTask): Promise<Documents> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./documents-thread.ts", import.meta.url), {
      workerData,
      resourceLimits: THREAD_LIMITS,
    });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The thread that makes documents ended without them.")));
  });
}
