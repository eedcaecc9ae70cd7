/** How the operator of this installation runs a command: through npm if npm runs the server, otherwise by the command's name. */
const isRunByNpm = process.env.npm_lifecycle_event !== undefined;

export const commandLine = (args: string): string => (isRunByNpm ? `npm run -s parley -- ${args}` : `parley ${args}`);

export const serveCommandLine = (args: string): string =>
  isRunByNpm ? `npm start -- ${args}` : `parley serve ${args}`;
