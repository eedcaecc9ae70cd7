import { InvalidArgumentError, Option } from "commander";
import { timeZoneFrom } from "../organization/settings/user-settings.ts";

/** Commands know nobody's computer, so an account gets the server's time zone unless another is named. */
export const timeZoneOption = (): Option =>
  new Option("--timezone <zone>", "the person's time zone, such as Europe/Berlin; default: the server's")
    .argParser((given: string) => {
      const zone = timeZoneFrom(given);
      if (zone === undefined) throw new InvalidArgumentError("Name a time zone such as Europe/Berlin.");
      return zone;
    })
    .default(new Intl.DateTimeFormat().resolvedOptions().timeZone);
