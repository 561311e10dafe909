//===- ApplyPlacement.cpp - writes the loops and statements of a placement -===//
#include "MCFuser/Analysis/StatementPlacement.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static void buildNode(OpBuilder &builder, const PlacedNode &node) {
  OpBuilder::InsertionGuard guard(builder);
  switch (node.kind) {
  case PlacedNode::Kind::Root:
    break;
  case PlacedNode::Kind::Loop: {
    auto loop = LoopOp::create(builder, node.loc, node.dim, node.binding);
    builder.createBlock(&loop.getBody());
    break;
  }
  case PlacedNode::Kind::Load:
    LoadOp::create(builder, node.loc, node.value);
    return;
  case PlacedNode::Kind::Compute:
    ComputeOp::create(builder, node.loc, node.value);
    return;
  case PlacedNode::Kind::Store:
    StoreOp::create(builder, node.loc, node.value);
    return;
  }
  for (const auto &child : node.children)
    buildNode(builder, *child);
}

void StatementPlacement::apply(ScheduleOp schedule) const {
  Block &body = schedule.getBody().front();
  while (!body.empty())
    body.back().erase();
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  buildNode(builder, *root);
  schedule.setPlaced(true);
}
