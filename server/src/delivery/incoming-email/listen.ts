/**
 * Listens for email, as SMTP or LMTP. Loaded only where email is to come in. The response to an email is sent when its message is
 * stored: until then the sending server keeps it, and nothing that was accepted can be lost.
 */
import { createWriteStream, readFileSync, type WriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { App } from "../../kernel/context.ts";
import { isFileFault } from "../../kernel/health/machine.ts";
import type { MailInConfig } from "../../kernel/mail/incoming-config.ts";
import { unfinishedFile } from "../../kernel/storage/unfinished.ts";
import { clientNetwork } from "./client-network.ts";
import { CONNECTION_MS, IDLE_MS, MAX_CONNECTIONS, MAX_CONNECTIONS_OF_CLIENT, MAX_REFUSALS } from "./limits.ts";
import { MailReader } from "./reading/mail-reader.ts";
import { checkRecipient, receive } from "./receive.ts";
import { later, MailRefusal, tooLarge } from "./refusal.ts";
import { type MailDns, systemMailDns } from "./senders/dns.ts";

export interface MailListener {
  readonly port: number;
  /** Ends when the emails that are being posted are. */
  close(): Promise<void>;
}

/** How often a renewed certificate is looked for. */
const CERTIFICATE_MS = 3_600_000;
/** For connections that are open when the server stops. */
const CLOSING_MS = 5_000;
const TROUBLE = "incoming email";

export async function listenForMail(
  app: App,
  config: MailInConfig,
  dns: MailDns = systemMailDns(),
): Promise<MailListener> {
  const gate = new Gate(app, config, dns);
  const server = new SMTPServer({ ...optionsOf(config), ...gate.handlers });
  server.server.on("connection", (socket: Socket) => endInTime(app, socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.port, config.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  // Faults of single connections, such as one that breaks off; only a closed listener is a trouble.
  server.on("error", (error) => {
    app.log.debug({ err: error }, "a connection for email failed");
    if (!server.server.listening) app.troubles.begin(TROUBLE, "The server does not receive email.", error);
  });
  const stopRenewing = config.tls ? renewing(app, server, config.tls) : () => {};
  const { port } = server.server.address() as AddressInfo;
  app.log.info({ host: config.host, port, protocol: config.protocol }, "listening for email");
  return {
    port,
    async close() {
      stopRenewing();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await gate.close();
      await closed;
    },
  };
}

function optionsOf({ protocol, domain, tls, maxBytes }: MailInConfig): SMTPServerOptions {
  return {
    name: domain,
    banner: "Parley",
    lmtp: protocol === "lmtp",
    size: maxBytes,
    // Nobody signs in here, and nobody sends email to elsewhere.
    authOptional: true,
    disabledCommands: ["AUTH", ...(tls ? [] : ["STARTTLS"])],
    disableReverseLookup: true,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSING_MS,
    ...(tls ? { secure: tls.mode === "immediate", ...certificateIn(tls) } : {}),
  };
}

/** A sender whose email was stored meanwhile sends it again, and is told so. */
function endInTime({ clock }: App, socket: Socket): void {
  const cancel = clock.after(CONNECTION_MS, () => socket.destroy());
  socket.once("close", cancel);
}

const certificateIn = ({ certificate, key }: NonNullable<MailInConfig["tls"]>) => ({
  cert: readFileSync(certificate),
  key: readFileSync(key),
});

/** Certificates are renewed every few weeks; a server must not be restarted for it. */
function renewing(app: App, server: SMTPServer, tls: NonNullable<MailInConfig["tls"]>): () => void {
  const timer = setInterval(() => {
    try {
      server.updateSecureContext(certificateIn(tls));
      app.troubles.endWarning(TROUBLE);
    } catch (error) {
      app.troubles.warn(TROUBLE, "The certificate for incoming email cannot be read.", error);
    }
  }, CERTIFICATE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

type Done = (error?: Error | null, message?: string) => void;

/** What happens on the connections. */
class Gate {
  readonly #app: App;
  readonly #config: MailInConfig;
  readonly #reader: MailReader;
  readonly #dns: MailDns;
  readonly #connections = new Map<string, number>();
  /** The sessions that `#connections` counts. */
  readonly #counted = new Set<string>();
  readonly #refusals = new WeakMap<SMTPServerSession, number>();
  readonly #running = new Set<Promise<void>>();

  constructor(app: App, config: MailInConfig, dns: MailDns) {
    this.#app = app;
    this.#dns = dns;
    this.#config = config;
    this.#reader = new MailReader(app.log);
  }

  get handlers(): Pick<SMTPServerOptions, "onConnect" | "onClose" | "onMailFrom" | "onRcptTo" | "onData"> {
    return {
      onConnect: (session, done) => done(this.#connect(session)),
      onClose: (session) => this.#leave(session),
      onMailFrom: (_address, session, done) => done(this.#demandTls(session)),
      onRcptTo: ({ address }, session, done) => this.#run(done, () => this.#checkRecipient(address, session)),
      onData: (stream, session, done) => this.#run(done, () => this.#receive(stream, session)),
    };
  }

  async close(): Promise<void> {
    // What is not read yet is refused for now, and what is being posted goes on.
    await this.#reader.close();
    await Promise.allSettled(this.#running);
  }

  #connect({ id, remoteAddress }: SMTPServerSession): Error | null {
    const address = clientNetwork(remoteAddress);
    this.#counted.add(id);
    const count = (this.#connections.get(address) ?? 0) + 1;
    this.#connections.set(address, count);
    const isTooMany = count > MAX_CONNECTIONS_OF_CLIENT[this.#config.protocol];
    return isTooMany ? new MailRefusal(421, "4.7.0", "Too many connections. Try again later.", "rate") : null;
  }

  /** Also called for a connection that was closed before it was counted. */
  #leave({ id, remoteAddress }: SMTPServerSession): void {
    if (!this.#counted.delete(id)) return;
    const address = clientNetwork(remoteAddress);
    const count = (this.#connections.get(address) ?? 0) - 1;
    if (count > 0) this.#connections.set(address, count);
    else this.#connections.delete(address);
  }

  #demandTls({ secure }: SMTPServerSession): Error | null {
    const isMissing = this.#config.tls?.mode === "required" && !secure;
    return isMissing ? new MailRefusal(530, "5.7.0", "Must issue a STARTTLS command first.", "tls") : null;
  }

  /** One recipient for each email, so that the response is about this recipient alone. The sender sends it again for the others. */
  async #checkRecipient(address: string, session: SMTPServerSession): Promise<undefined> {
    if (session.envelope.rcptTo.length > 0)
      throw new MailRefusal(452, "4.5.3", "Send the email to one recipient at a time.", "recipients");
    const refused = this.#refusals.get(session) ?? 0;
    // A mail server in front uses a connection for the email of everybody.
    if (refused >= MAX_REFUSALS && this.#config.protocol !== "lmtp")
      throw new MailRefusal(421, "4.7.0", "Too many wrong addresses.", "rate");
    try {
      await checkRecipient(this.#app, address);
    } catch (error) {
      if (error instanceof MailRefusal && error.isTemporary) throw error;
      this.#refusals.set(session, refused + 1);
      this.#countRefusal(session.remoteAddress);
      throw error;
    }
  }

  /** Throws if the client has asked for too many wrong addresses. */
  #countRefusal(address: string): void {
    if (this.#config.protocol === "lmtp") return;
    try {
      this.#app.limits.admit(clientNetwork(address), "mail_in_refusals_by_ip");
    } catch {
      throw new MailRefusal(421, "4.7.0", "Too many wrong addresses. Try again later.", "rate");
    }
  }

  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const { envelope, remoteAddress } = session;
    const helo = session.hostNameAppearsAs || "";
    const file = await unfinishedFile(this.#app.config.dataDirectory);
    try {
      await this.#write(stream, file);
      const envelopeFrom = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      const recipient = envelope.rcptTo[0]?.address ?? "";
      // Behind a mail server, the address is that server's.
      const client = this.#config.protocol === "lmtp" ? undefined : remoteAddress;
      const tools = { reader: this.#reader, dns: this.#dns };
      const outcome = await receive(this.#app, tools, { file, envelopeFrom, recipient, client, helo });
      this.#app.metrics.mailReceived.inc({ outcome });
      return outcome === "posted" ? "2.0.0 The email was posted." : "2.0.0 The email was posted before.";
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Reads the email to its end in any case, because the response follows only there. */
  async #write(stream: SMTPServerDataStream, file: string): Promise<void> {
    const output = createWriteStream(file, { mode: 0o600, flags: "wx" });
    let fault: Error | undefined;
    output.on("error", (error) => {
      fault = error;
    });
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        if (fault || stream.sizeExceeded) continue;
        if (!output.write(chunk)) await new Promise<void>((resolve) => this.#drained(output, resolve));
      }
      await new Promise<void>((resolve) => output.end(resolve));
    } finally {
      // The connection may have been lost: an open file would keep its space although it is removed.
      await closed(output);
    }
    const { maxBytes } = this.#config;
    if (stream.sizeExceeded) throw tooLarge(`The email is larger than ${maxBytes / 1024 / 1024} MiB.`);
    if (fault && isFileFault(fault)) throw later("Files cannot be stored at the moment. Try again later.");
    if (fault) throw fault;
  }

  #drained(output: NodeJS.WritableStream, resume: () => void): void {
    output.once("drain", resume).once("error", resume).once("close", resume);
  }

  /** Answers with the result, or with the refusal; counts what is refused. */
  #run(done: Done, work: () => Promise<string | undefined>): void {
    const running = work()
      .then(
        (message) => done(null, message),
        (error: unknown) => done(this.#refused(error)),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  #refused(error: unknown): MailRefusal {
    const app = this.#app;
    const isKnown = error instanceof MailRefusal;
    // A connection that breaks off within an email ends here too; nobody gets the response.
    if (!isKnown) app.log.warn({ err: error }, "an email could not be received");
    const refusal = isKnown ? error : later("The server cannot take the email at the moment. Try again later.");
    app.metrics.mailReceived.inc({ outcome: refusal.isTemporary ? "deferred" : "refused" });
    app.log.info({ reason: refusal.reason, response: refusal.responseCode }, "an email was not posted");
    return refusal;
  }
}

function closed(output: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (output.closed) return resolve();
    output.once("close", resolve);
    output.destroy();
  });
}
