// npm runs a script through a shell. The shell ends on SIGTERM and does not pass the signal on.

/** Sends SIGTERM to this process when its parent ends. The process must handle the signal. */
export function endWithParent() {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || parent === 1) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 300);
  watch.unref();
  // Ctrl-C also ends the shell. A second signal would interrupt the graceful end.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(watch));
}
