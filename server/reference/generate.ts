/**
 * `npm run generate:api-docs`: writes docs/api, and the example responses of the server's API page. Other generated files
 * have examples from it, so they follow. `reference.test.ts` finds what is out of date.
 */
import { outdatedFiles, writeFiles } from "./files.ts";
import { referenceFiles } from "./reference.ts";

const files = await referenceFiles();
const outdated = outdatedFiles(files);
writeFiles(files);
if (outdated.length > 0) process.stdout.write(`Written: ${outdated.join(", ")}\n`);
