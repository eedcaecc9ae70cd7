/**
 * `npm run generate:api-docs`: writes docs/api, and the example responses of the server's API page. With --check it
 * writes nothing, and fails if a file is out of date.
 */
import { outdatedFiles, writeFiles } from "./files.ts";
import { referenceFiles } from "./reference.ts";

const files = await referenceFiles();
const outdated = outdatedFiles(files);
const isCheck = process.argv.includes("--check");
if (!isCheck) writeFiles(files);
if (outdated.length > 0) process.stdout.write(`${isCheck ? "Out of date" : "Written"}: ${outdated.join(", ")}\n`);
if (outdated.length > 0 && isCheck) {
  process.stdout.write("Run `npm run generate:api-docs` and commit what it writes.\n");
  process.exitCode = 1;
}
