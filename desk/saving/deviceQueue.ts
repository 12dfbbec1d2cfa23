import type { Device, KeptCopy } from "./keptCopies.ts";

/** Creates a queue that writes unsaved copies to the device in the order of the calls. */
export function createDeviceQueue(device: Device) {
  let queue = Promise.resolve(true);
  return {
    /** Stores a copy if `isNeeded`, otherwise deletes it. Resolves to false if the device's storage fails. */
    write(copy: KeptCopy, isNeeded: boolean): Promise<boolean> {
      queue = queue.then(async () => {
        try {
          await (isNeeded ? device.put(copy) : device.remove(copy.id));
          return true;
        } catch {
          return false;
        }
      });
      return queue;
    },
  };
}
