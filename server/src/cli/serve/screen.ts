/** What somebody sees who starts Parley on a terminal: the one link that matters first. */
import type { Reach } from "./addresses.ts";

export interface StartFacts {
  readonly version: string;
  readonly url: string;
  /** While there is no organization. */
  readonly setupLink: string | undefined;
  readonly reach: Reach;
  readonly dataDirectory: string;
  readonly sendsMail: boolean;
}

export function startScreen({ version, url, setupLink, reach, dataDirectory, sendsMail }: StartFacts): string {
  const { here, network, warning, hint } = reach;
  const row = (name: string, value: string) => `  ${name.padEnd(14)}  ${value}`;
  return [
    "",
    setupLink === undefined
      ? `  Parley is running. Open it in a browser:\n\n    ${url}`
      : `  Welcome to Parley. Set it up in a browser (the link works once):\n\n    ${setupLink}`,
    "",
    ...(here === undefined ? [] : [row("This machine", here)]),
    ...network.map((address, at) => row(at === 0 ? "Other machines" : "", address)),
    ...(hint === undefined ? [] : [row("Other machines", `cannot open it; to let them in: ${hint}`)]),
    row("Data", dataDirectory),
    row("Version", version),
    ...(sendsMail ? [] : [row("Email", "not sent, so people join with links (PARLEY_SMTP_URL)")]),
    ...(warning === undefined ? [] : ["", `  Warning: ${warning}`]),
    "",
    "  Stop it with Ctrl+C. Messages of the server follow.",
    "",
    "",
  ].join("\n");
}
