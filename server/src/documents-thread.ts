/** Makes the OpenAPI document and the API page, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { chapters } from "./contract.ts";
import { type DocumentsTask, makeDocuments } from "./kernel/http/documents.ts";

parentPort?.postMessage(makeDocuments(chapters, workerData as DocumentsTask));
