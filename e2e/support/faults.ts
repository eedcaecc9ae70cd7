/**
 * Loaded into a server's process before it starts (`node --import`): makes syncing to disk fail while the file named by
 * PARLEY_TEST_NO_SYNC exists.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const sign = process.env.PARLEY_TEST_NO_SYNC;
const { fdatasync } = fs;

function refusing(descriptor: number, done: fs.NoParamCallback): void {
  if (sign && fs.existsSync(sign))
    return void setImmediate(
      done,
      Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO", syscall: "fdatasync" }),
    );
  fdatasync(descriptor, done);
}

fs.fdatasync = Object.assign(refusing, { __promisify__: fdatasync.__promisify__ });
syncBuiltinESMExports();
