/** A running server with the organization of `parley demo`: people, channels, and weeks of conversations. */
import { channels, users } from "@parley/server/contract";
import { Mailbox } from "../../../server/test/mailbox.ts";
import { Person } from "../../support/person.ts";
import { type Lifetime, newInstallation, newNode, parley, type Server } from "../../support/server.ts";

interface DemoAccounts {
  readonly user_id: number;
  readonly email: string;
  readonly api_key: string;
  readonly password: string;
}

export interface Demo {
  readonly server: Server;
  /** The URL for browsers. */
  readonly address: string;
  /** Everyone's password. */
  readonly password: string;
  readonly olivia: Person;
  readonly channelIds: ReadonlyMap<string, number>;
  readonly userIds: ReadonlyMap<string, number>;
  /** Another person, by full name. */
  person(name: string): Promise<Person>;
}

export async function openDemo(t: Lifetime): Promise<Demo> {
  const installation = await newInstallation(t, "sqlite", { hashesForReal: false });
  const { user_id, email, api_key, password } = await parley<DemoAccounts>(installation, "demo");
  // With mail, as in earnest: owners are not told that there is none.
  const mailbox = await Mailbox.open();
  t.after(() => mailbox.close());
  const server = await newNode(installation, { PARLEY_SMTP_URL: mailbox.url });
  await server.start();
  const olivia = new Person(server.address, { id: user_id, email, apiKey: api_key });
  const { streams } = await olivia.call(channels.getChannels, {});
  const { members } = await olivia.call(users.getUsers, {});
  return {
    server,
    address: `http://localhost:${server.port}`,
    password,
    olivia,
    channelIds: new Map(streams.map(({ name, stream_id }) => [name, stream_id])),
    userIds: new Map(members.map(({ full_name, user_id: id }) => [full_name, id])),
    person: async (name) => {
      const member = members.find(({ full_name }) => full_name === name);
      if (!member) throw new Error(`There is nobody called ${name}.`);
      const { user_id: id, email: theirs, delivery_email } = member;
      return Person.signsIn(server.address, { id, email: delivery_email ?? theirs, password });
    },
  };
}
