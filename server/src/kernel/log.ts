/** Structured logs: one JSON object a line, pretty on a terminal. */
import { type Logger, pino } from "pino";
import pretty from "pino-pretty";
import { DatabaseUnavailable } from "./db/unavailable.ts";

/** Work that is tried again by itself: the database has said what is wrong with it, once and not with each attempt. */
export const levelOf = (error: unknown): "debug" | "error" =>
  error instanceof DatabaseUnavailable ? "debug" : "error";

export function createLog(level: string): Logger {
  const redact = ["req.headers.authorization", "api_key", "password"];
  if (!process.stdout.isTTY) return pino({ level, redact });
  return pino({ level, redact }, pretty({ colorize: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" }));
}
