/** Runs the endless event loop of zulip-js in a thread that can be stopped, and forwards its events. */
import { parentPort, workerData } from "node:worker_threads";
import { type Config, connect } from "./zulip-js.ts";

const client = await connect(workerData as Config);
await client.callOnEachEvent((event) => parentPort?.postMessage(event), ["message"]);
