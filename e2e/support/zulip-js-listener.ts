/** Runs the event loop of zulip-js, which never ends, in a thread that can be ended; passes on what it hears. */
import { parentPort, workerData } from "node:worker_threads";
import { type Config, connect } from "./zulip-js.ts";

const client = await connect(workerData as Config);
await client.callOnEachEvent((event) => parentPort?.postMessage(event), ["message"]);
