/** A real mail program that sends to a server of ours. */
import { createTransport, type SendMailOptions } from "nodemailer";

export interface SentMail {
  readonly code: number;
  /** The whole line. */
  readonly response: string;
}

/** Sends an email, and returns the response of the server. `way`: how to connect. */
export async function sendMailTo(
  port: number,
  mail: SendMailOptions,
  way: Readonly<Record<string, unknown>> = { ignoreTLS: true },
): Promise<SentMail> {
  const transport = createTransport({ host: "127.0.0.1", port, ...way });
  try {
    const { response } = await transport.sendMail(mail);
    return { code: Number(response.slice(0, 3)), response };
  } catch (error) {
    const { responseCode, response } = error as { responseCode?: number; response?: string };
    if (responseCode === undefined) throw error;
    return { code: responseCode, response: response ?? "" };
  } finally {
    transport.close();
  }
}
