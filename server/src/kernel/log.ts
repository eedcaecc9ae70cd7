/** Structured logs: one JSON object per line, formatted on a terminal. */
import { type Logger, pino } from "pino";
import { DatabaseUnavailable } from "./db/unavailable.ts";

/** Work that is retried automatically: the database has already reported its problem once. */
export const levelOf = (error: unknown): "debug" | "error" =>
  error instanceof DatabaseUnavailable ? "debug" : "error";

export async function createLog(level: string): Promise<Logger> {
  const redact = ["req.headers.authorization", "api_key", "password"];
  if (!process.stdout.isTTY) return pino({ level, redact });
  const { default: pretty } = await import("pino-pretty");
  return pino({ level, redact }, pretty({ colorize: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" }));
}
