import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Starts nginx with one worker process that serves files, for comparison with our server's single process.
 *
 * @param folder nginx's working folder, with the files in its subfolder `www`
 * @param encoding content encoding of the files
 */
export async function startNginx(
  folder: string,
  port: number,
  encoding: "identity" | "brotli" = "identity",
): Promise<{ url: string; workerPid: number; stop(): void }> {
  await mkdir(join(folder, "www"), { recursive: true });
  const config = join(folder, "nginx.conf");
  await writeFile(
    config,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; user root;
events { worker_connections 2048; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=1000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  types { image/avif avif; image/webp webp; text/html html; }
  server { listen 127.0.0.1:${port}; root ${folder}/www; add_header cache-control "public, max-age=31536000, immutable"; ${encoding === "brotli" ? "add_header content-encoding br; add_header vary Accept-Encoding;" : ""} }
}`,
  );
  const child = spawn("nginx", ["-c", config], { stdio: ["ignore", "ignore", "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) await wait(50);
  const workerPid = Number(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8"));
  return { url, workerPid, stop: () => void child.kill() };
}
