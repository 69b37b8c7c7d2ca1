const { node } = process.versions
if (Number(node.split('.')[0]) < 24) {
  console.log(`::error title=Node is too old::This action needs Node 24 or newer, and the runner started it with Node ${node}. Nothing was sent, so nothing was created. Update the runner to version 2.327.1 or newer, which brings Node 24; a tool that runs workflows elsewhere needs a newer Node on its PATH. A rerun is safe, but fails the same way until then.`)
  process.exitCode = 1
} else {
  const { run } = await import('../main.js')
  await run('sandbox')
}
