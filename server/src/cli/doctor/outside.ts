/** Checks what Parley needs from other machines, and what others need to reach it, as it is set up. */
import { randomUUID, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectPlainly } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { connect, type TLSSocket } from "node:tls";
import type { Config } from "../../kernel/config.ts";
import { transportTo } from "../../kernel/mail/mailer.ts";
import { isLocalName } from "../../kernel/names/host.ts";
import { openStorage } from "../../kernel/storage/open.ts";
import { inWords } from "../mail/faults.ts";
import type { Check } from "./check.ts";

const TIMEOUT_MS = 10_000;
const MOST_SECONDS_APART = 10;
const LEAST_DAYS_OF_CERTIFICATE = 14;
const DAY_MS = 86_400_000;

export const outsideChecks: readonly Check<Config>[] = [
  {
    name: "people can open PARLEY_URL",
    async problems(config, note) {
      const { externalUrl, host, port } = config;
      if (externalUrl === undefined) {
        note("PARLEY_URL is not set: links begin with http://localhost, which only works on this machine.");
        return [];
      }
      if (!(await isServing(host, port))) {
        note(`No server answers on port ${port} here, so ${externalUrl} was not tried.`);
        return [];
      }
      return wrongAnswer(externalUrl);
    },
  },
  {
    name: "the connection to PARLEY_URL is encrypted",
    async problems({ externalUrl }, note) {
      const url = externalUrl === undefined ? undefined : new URL(externalUrl);
      if (!url || isLocalName(url.hostname)) {
        note("Only this machine can open Parley.");
        return [];
      }
      if (url.protocol === "https:") return wrongCertificate(url);
      note("PARLEY_URL is not https: passwords can be read on the way, and browsers offer no notifications.");
      return [];
    },
  },
  {
    name: "the clock agrees with other machines",
    async problems({ s3, pushGateway, backups }, note) {
      const place = backups && "s3" in backups.to ? backups.to.s3 : undefined;
      const others = [s3?.endpoint, place?.endpoint, pushGateway?.url].filter((url) => url !== undefined);
      const found = await Promise.all(others.map(secondsApart));
      const known = found.filter((seconds) => seconds !== undefined);
      if (known.length === 0) note("No other machine was asked: Parley uses none that tells its time.");
      const most = Math.max(0, ...known);
      return most > MOST_SECONDS_APART ? [`This machine's clock is off by ${Math.round(most)} seconds. Use NTP.`] : [];
    },
  },
  {
    name: "the mail server lets Parley in",
    async problems({ smtpUrl }, note) {
      if (!smtpUrl) {
        note("PARLEY_SMTP_URL is not set: nothing is sent, and people join with links that you pass on.");
        return [];
      }
      const transport = await transportTo(smtpUrl, TIMEOUT_MS);
      try {
        await transport.verify();
        return [];
      } catch (error) {
        return [inWords(error, smtpUrl)];
      } finally {
        transport.close();
      }
    },
  },
  {
    name: "email can come in",
    async problems({ mailIn }, note) {
      if (!mailIn) {
        note("PARLEY_MAIL_IN_ADDRESS is not set: nobody can email channels, or reply to emails about missed messages.");
        return [];
      }
      if (mailIn.host !== "127.0.0.1" && mailIn.protocol === "lmtp")
        note("LMTP is for a mail server of your own: nobody else should reach PARLEY_MAIL_IN_PORT.");
      const greeting = await greetingOf(mailIn.host, mailIn.port, mailIn.tls?.mode === "immediate");
      if (greeting === undefined) note(`No server listens for email on port ${mailIn.port} here.`);
      const answers = greeting === undefined || /^220 .*Parley/.test(greeting);
      return [
        ...(answers ? [] : [`Another program listens on port ${mailIn.port}: ${greeting}`]),
        ...(mailIn.tls ? wrongCertificateFile(mailIn.tls.certificate) : []),
      ];
    },
  },
  {
    name: "the push gateway takes notifications",
    async problems({ pushGateway, externalUrl }, note) {
      if (!externalUrl?.startsWith("https:"))
        note("Browsers cannot be notified while closed: PARLEY_URL is not https.");
      if (!pushGateway) {
        note("PARLEY_PUSH_GATEWAY is not set: phones are not notified.");
        return [];
      }
      const { url, secret } = pushGateway;
      // Nobody is notified: the list is empty.
      const body = JSON.stringify({
        id: randomUUID(),
        realm_url: externalUrl ?? "http://localhost",
        notifications: [],
      });
      const headers = { "content-type": "application/json", authorization: `Bearer ${secret}` };
      const answer = await ask(`${url}/notify`, { method: "POST", headers, body, redirect: "manual" });
      if (typeof answer === "string") return [`The push gateway cannot be reached: ${answer}`];
      if (answer.status === 401 || answer.status === 403)
        return [`The push gateway rejected PARLEY_PUSH_GATEWAY_SECRET (status ${answer.status}).`];
      return answer.ok ? [] : [`The push gateway responded with status ${answer.status}.`];
    },
  },
  {
    name: "uploaded files can be stored",
    async problems(config, note) {
      if (config.s3) return unusableStore(config);
      note("They are in the data directory, which was checked above.");
      return [];
    },
  },
];

/** The answer, or why there is none. */
async function ask(url: string, init: RequestInit = {}): Promise<Response | string> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (init.method !== undefined) await answer.body?.cancel();
    return answer;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error & { errors?: Error[] } };
    return cause?.errors?.[0]?.message || cause?.message || message;
  }
}

async function isServing(host: string, port: number): Promise<boolean> {
  const here = host === "0.0.0.0" ? "127.0.0.1" : host === "::" || host === "[::]" ? "[::1]" : host;
  const name = here.includes(":") && !here.startsWith("[") ? `[${here}]` : here;
  return port !== 0 && typeof (await ask(`http://${name}:${port}/health/live`)) !== "string";
}

/** The first line that a mail server sends; undefined if there is none. */
function greetingOf(host: string, port: number, isEncrypted: boolean): Promise<string | undefined> {
  const here = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return new Promise((resolve) => {
    const place = { host: here, port, timeout: TIMEOUT_MS, rejectUnauthorized: false };
    const socket = isEncrypted ? connect(place) : connectPlainly(place);
    const end = (line?: string) => {
      socket.destroy();
      resolve(line);
    };
    socket.once("data", (data) => end(data.toString().split("\r\n", 1)[0]?.slice(0, 200)));
    socket.once("error", () => end()).once("timeout", () => end());
  });
}

function wrongCertificateFile(path: string): string[] {
  try {
    const { validTo } = new X509Certificate(readFileSync(path));
    const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS);
    return days >= LEAST_DAYS_OF_CERTIFICATE ? [] : [`The certificate for incoming email expires in ${days} days.`];
  } catch (error) {
    return [`The certificate for incoming email cannot be read: ${(error as Error).message}`];
  }
}

async function wrongAnswer(url: string): Promise<string[]> {
  const answer = await ask(`${url}/health/live`);
  if (typeof answer === "string") return [`This machine cannot open ${url}: ${answer}`];
  const body = await answer.json().catch(() => undefined);
  const isParley = typeof body === "object" && body !== null && "result" in body;
  return isParley ? [] : [`${url} responds with status ${answer.status}, and not as Parley. Is the proxy set up?`];
}

async function wrongCertificate({ hostname, port }: URL): Promise<string[]> {
  const name = hostname.replace(/^\[|\]$/g, "");
  const place = { host: name, port: Number(port || 443), servername: name, rejectUnauthorized: false };
  let socket: TLSSocket | undefined;
  try {
    socket = connect({ ...place, timeout: TIMEOUT_MS });
    const { error, validTo } = await handshake(socket);
    if (error !== undefined) return [`The certificate of ${hostname} is not valid: ${error}`];
    const days = Math.floor((validTo - Date.now()) / DAY_MS);
    return days >= LEAST_DAYS_OF_CERTIFICATE ? [] : [`The certificate of ${hostname} expires in ${days} days.`];
  } catch (error) {
    return [`No encrypted connection to ${hostname}: ${(error as Error).message}`];
  } finally {
    socket?.destroy();
  }
}

function handshake(socket: TLSSocket): Promise<{ error: string | undefined; validTo: number }> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject).once("timeout", () => reject(new Error("it does not respond")));
    socket.once("secureConnect", () => {
      const fault = socket.authorized ? undefined : String(socket.authorizationError);
      resolve({ error: fault, validTo: Date.parse(socket.getPeerCertificate().valid_to) });
    });
  });
}

/** By the date that every web server sends; undefined if it does not. */
async function secondsApart(url: string): Promise<number | undefined> {
  const began = Date.now();
  const answer = await ask(url, { method: "HEAD", redirect: "manual" });
  const date = typeof answer === "string" ? Number.NaN : Date.parse(answer.headers.get("date") ?? "");
  if (Number.isNaN(date)) return undefined;
  // It was made at some time between our question and now, and is cut to seconds.
  return Math.max(0, (began - date) / 1000 - 1, (date - Date.now()) / 1000);
}

/** Writes, reads, lists and removes an object, as Parley does. */
async function unusableStore(config: Config): Promise<string[]> {
  const storage = openStorage(config);
  const key = `doctor/${randomUUID()}`;
  const content = `doctor ${key}`;
  const directory = mkdtempSync(join(tmpdir(), "parley-doctor-"));
  try {
    const file = join(directory, "object");
    writeFileSync(file, content);
    await storage.adopt(file, key, "text/plain");
    const read = await storage.read(key);
    const found = read ? (await buffer(read)).toString() : undefined;
    const listed: string[] = [];
    for await (const each of storage.list("doctor/")) listed.push(each.key);
    await storage.remove([key]);
    return [
      ...(found === content ? [] : ["What was stored in the S3 store could not be read."]),
      ...(listed.includes(key) ? [] : ["What was stored in the S3 store is not listed there."]),
    ];
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    return [`The S3 store cannot be used: ${cause?.message || message}`];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
