/** Limits on how long something is possible or kept, in words and in the units that people count in. */
import { type TextKey, t } from "../text/text.ts";
import type { LimitChoices } from "./setting.ts";

/** A number of the setting's unit, `null` without a limit, "never", or "inherited" from another setting. */
export type Limit = number | null | "never" | "inherited";

export const limitFrom = (value: unknown): Limit =>
  value === "never" || value === "inherited" || typeof value === "number" ? value : null;

interface LimitUnit {
  readonly name: TextKey;
  /** "10 minutes". */
  readonly text: TextKey;
  readonly size: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Largest first. */
const UNITS: Readonly<Record<LimitChoices["unit"], readonly LimitUnit[]>> = {
  seconds: [
    { name: "limits.days", text: "limits.forDays", size: DAY },
    { name: "limits.hours", text: "limits.forHours", size: HOUR },
    { name: "limits.minutes", text: "limits.forMinutes", size: MINUTE },
    { name: "limits.seconds", text: "limits.forSeconds", size: 1 },
  ],
  days: [{ name: "limits.days", text: "limits.forDays", size: 1 }],
};

export const unitsOf = ({ unit }: Pick<LimitChoices, "unit">): readonly LimitUnit[] => UNITS[unit];

/** The largest unit of which the length is a whole number: 5400 seconds are 90 minutes. */
export function amountOf(length: number, choices: Pick<LimitChoices, "unit">): { amount: number; unit: LimitUnit } {
  const units = unitsOf(choices);
  const unit = units.find(({ size }) => length % size === 0) ?? (units.at(-1) as LimitUnit);
  return { amount: length / unit.size, unit };
}

export function limitText(choices: LimitChoices, limit: Limit): string {
  if (limit === null) return t(choices.unlimited);
  if (limit === "never") return t(choices.never ?? "limits.never");
  if (limit === "inherited") return t(choices.inherited ?? "limits.own");
  const { amount, unit } = amountOf(limit, choices);
  return t(unit.text, { amount });
}

/** The server stores lengths in 32 bits. */
const LONGEST = 2 ** 31 - 1;

/** The length that is typed, or undefined if it is none. */
export function lengthOf(typed: string, unit: Pick<LimitUnit, "size">): number | undefined {
  const length = Number(typed) * unit.size;
  return typed.trim() !== "" && Number.isInteger(length) && length > 0 && length <= LONGEST ? length : undefined;
}
