import { randomUUID } from "node:crypto";
import { Command } from "commander";
import type { Config } from "../../kernel/config.ts";
import { senderAddress, transportTo } from "../../kernel/mail/mailer.ts";
import { PRODUCT_VERSION } from "../../kernel/version.ts";
import { Refusal, UsageError } from "../errors.ts";
import { commandConfig } from "../flags.ts";
import { print } from "../with-app.ts";
import { inWords, mailServerOf, printable } from "./faults.ts";

export const mailCommand = new Command("mail").description("Check that emails are sent.").addCommand(
  new Command("test")
    .description("Send an email at once, and print what the mail server says to it. Needs no database.")
    .argument("<address>", "who gets it")
    .option("--json", "print one JSON object", false)
    .action(async (address: string, { json }: { json: boolean }) => {
      if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address)) throw new UsageError(`${address} is not an email address.`);
      const sent = await sendTest(commandConfig(), address);
      const text = `${sent.server} took the email from ${sent.from} to ${sent.to}: ${sent.response}\nLook whether it arrives, and whether as spam.`;
      print(sent, json, text);
    }),
);

async function sendTest(config: Config, to: string) {
  const { smtpUrl, port } = config;
  if (!smtpUrl) throw new Refusal("PARLEY_SMTP_URL is not set, so Parley sends no emails.");
  const url = config.externalUrl ?? `http://localhost:${port}`;
  const from = senderAddress(config, url);
  const transport = await transportTo(smtpUrl);
  try {
    const { response } = await transport.sendMail({
      from: { name: "Parley", address: from },
      to,
      subject: `Test email from ${new URL(url).hostname}`,
      text: `Parley ${PRODUCT_VERSION} at ${url} can send emails. Somebody ran "parley mail test" to find out.\n`,
      messageId: `<${randomUUID()}@${new URL(url).hostname}>`,
      headers: { "Auto-Submitted": "auto-generated" },
    });
    return { to, from, server: mailServerOf(smtpUrl), response: printable(String(response)) };
  } catch (error) {
    throw new Refusal(inWords(error, smtpUrl));
  } finally {
    transport.close();
  }
}
