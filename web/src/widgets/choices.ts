/** A bot's choices: each is sent as a message when chosen. */
import { isFields, isText, type WidgetContents } from "./submessage.ts";

export interface Choice {
  readonly shortName: string;
  readonly longName: string;
  readonly reply: string;
}

export interface Choices {
  readonly heading: string;
  readonly choices: readonly Choice[];
}

export function choicesFrom({ definition }: WidgetContents): Choices | undefined {
  const { type, heading, choices } = definition.extra_data;
  if (type !== "choices" || !Array.isArray(choices)) return undefined;
  return {
    heading: isText(heading) ? heading : "",
    choices: choices.filter(isFields).flatMap(({ short_name, long_name, reply }) => {
      if (!isText(short_name) || !isText(reply)) return [];
      return [{ shortName: short_name, longName: isText(long_name) ? long_name : "", reply }];
    }),
  };
}
